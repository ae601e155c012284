import { Outlet } from '@tanstack/react-router';
import { TooltipProvider } from '../ui/tooltip.tsx';
import { Allowed } from './allowed.tsx';
import { useScreen } from './current-screen.ts';
import { SettingsLayout } from './settings-layout.tsx';

export function SettingsFrame() {
  const screen = useScreen();
  return (
    <TooltipProvider>
      <SettingsLayout>
        <Allowed permission={screen?.permission}>
          <Outlet />
        </Allowed>
      </SettingsLayout>
    </TooltipProvider>
  );
}
