import { issueReceipt } from '@trailmark/core/attribution/receipt';
import type { Tx } from '../../db/connection.ts';
import type { Group, InstallCoupon, Step } from '../../pipeline/group.ts';
import { outcomeOf } from './apply-claims.ts';
import { couponTouch } from './coupon-touch.ts';
import { findCurrentDecisions, releaseTouch } from './current-decision.ts';
import { storeLate } from './store-late.ts';

/** Somebody who redeems many codes does not make a receipt grow without limit. */
const MOST_IN_RECEIPT = 20;

/**
 * Makes a new revision of an install's decision with the redemption among its touches, also when it lost: the receipt
 * says why. A redemption that is in the receipt already changes nothing.
 */
async function applyCoupon(tx: Tx, group: Group, { redemption, ...key }: InstallCoupon): Promise<void> {
  const install = group.installs.get(key.installId);
  // It was deleted before its turn came.
  if (!install) return;
  const decided = (await findCurrentDecisions(tx, key.projectId, [key.installId])).get(key.installId);
  if (!decided) return;
  const { conversion, touches, rules } = decided.receipt;
  const known = touches.filter(({ kind }) => kind === 'coupon');
  if (known.length >= MOST_IN_RECEIPT || known.some(({ id }) => id === redemption.id)) return;
  const opened = { at: new Date(conversion.at), platform: conversion.platform, windows: rules.windows };
  const touch = couponTouch(redemption, opened);
  if (!touch) return;
  const receipt = issueReceipt(conversion, [...touches, touch], rules);
  const old = decided.receipt.decision.touchId;
  if (receipt.decision.touchId !== old) await releaseTouch(tx, key, old);
  await storeLate(tx, group, outcomeOf(install, decided, { receipt, receivedAt: group.now }));
}

/** Decides installs again whose person has redeemed a coupon since. */
export const applyCoupons: Step = async (tx, group) => {
  for (const coupon of group.coupons) await applyCoupon(tx, group, coupon);
};
