import { Outlet } from '@tanstack/react-router';
import { SettingsLayout } from '../features/settings/settings-layout.tsx';
import { TooltipProvider } from '../ui/tooltip.tsx';
import { Allowed } from './allowed.tsx';
import { useScreen } from './current-screen.ts';

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
