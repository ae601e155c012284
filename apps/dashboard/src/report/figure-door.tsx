import { createContext, type ReactNode, use, useState } from 'react';
import { Fetched } from '../failures/fetched.tsx';
import type { FigureAsked } from './figure-asked.ts';

const OpenFigure = createContext<(asked: FigureAsked) => void>(() => undefined);

export function useOpenFigure(): (asked: FigureAsked) => void {
  return use(OpenFigure);
}

const loadSheet = () => import('./figure-sheet.tsx').then((file) => file.FigureSheet);

/** Once around a screen: figures in it open what stands behind them. */
export function FigureDoor({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<FigureAsked | null>(null);
  const [open, setOpen] = useState(false);
  const show = (figure: FigureAsked) => {
    setAsked(figure);
    setOpen(true);
  };
  return (
    <OpenFigure value={show}>
      {children}
      {asked && <Fetched load={loadSheet} props={{ asked, open, onOpenChange: setOpen }} loading={null} />}
    </OpenFigure>
  );
}
