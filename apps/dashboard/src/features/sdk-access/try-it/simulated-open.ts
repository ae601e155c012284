import type { Output } from '@trailmark/contract/call';
import type { DecisionView } from '@trailmark/contract/people';
import type { simulateOpen } from '@trailmark/contract/sdk-check';
import type { ReactNode } from 'react';

export type SimulatedOpen = Output<typeof simulateOpen>;

/** Draws the receipt of a decision. */
export type DrawReceipt = (decision: DecisionView) => ReactNode;
