import { Menu } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { TopBar } from '../ui/page.tsx';
import { useScreen } from './current-screen.ts';

interface ShellBarProps {
  onMenu: () => void;
  /** Takes the element that receives a screen's own controls. */
  slotRef: (element: HTMLElement | null) => void;
}

export function ShellBar({ onMenu, slotRef }: ShellBarProps) {
  const screen = useScreen();
  return (
    <TopBar>
      <Button
        aria-label="Menu"
        variant="quiet"
        onClick={onMenu}
        className="-ml-1 size-control px-0 min-[900px]:hidden"
      >
        <Menu aria-hidden />
      </Button>
      <h1 className="truncate">
        {screen?.layout === 'settings' && <span className="font-medium text-text-3">Settings / </span>}
        {screen?.title}
      </h1>
      <div
        ref={slotRef}
        className="ml-auto flex flex-wrap items-center justify-end gap-1.5 empty:hidden sm:gap-2.5"
      />
    </TopBar>
  );
}
