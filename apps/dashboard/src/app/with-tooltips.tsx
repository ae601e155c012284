import type { ComponentType } from 'react';
import { TooltipProvider } from '../ui/tooltip.tsx';

/** Lets a screen draw tooltips. */
export function withTooltips(Screen: ComponentType): ComponentType {
  return function ScreenWithTooltips() {
    return (
      <TooltipProvider>
        <Screen />
      </TooltipProvider>
    );
  };
}
