import type { ReactNode } from 'react';
import { endSession, useUser } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { Mark } from '../../ui/mark.tsx';

interface WelcomeFrameProps {
  /** The step of two that this is; null for one who has been here before. */
  step: 1 | 2 | null;
  title: string;
  text: string;
  children: ReactNode;
}

export function WelcomeFrame({ step, title, text, children }: WelcomeFrameProps) {
  const { email } = useUser();
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex items-center gap-2.5 px-4 py-3 sm:px-6">
        <Mark />
        <span className="font-semibold">Trailmark</span>
        <span className="ml-auto hidden truncate text-sm text-text-2 sm:block">{email}</span>
        <Button variant="quiet" size="sm" className="ml-auto sm:ml-0" onClick={() => void endSession()}>
          Sign out
        </Button>
      </header>
      <main className="mx-auto grid w-full max-w-[600px] flex-1 content-start gap-6 px-4 pt-6 pb-16 sm:pt-[8vh]">
        <div className="grid gap-2">
          {step && <Steps step={step} />}
          <h1 className="text-3xl font-semibold tracking-[-0.02em] text-balance">{title}</h1>
          <p className="text-lg text-pretty text-text-2">{text}</p>
        </div>
        {children}
      </main>
    </div>
  );
}

function Steps({ step }: { step: 1 | 2 }) {
  return (
    <p className="flex items-center gap-2 text-sm font-medium text-text-2">
      <span aria-hidden className="flex gap-1">
        <span className="h-1 w-6 rounded-full bg-accent" />
        <span className={`h-1 w-6 rounded-full ${step === 2 ? 'bg-accent' : 'bg-press'}`} />
      </span>
      Step {step} of 2
    </p>
  );
}
