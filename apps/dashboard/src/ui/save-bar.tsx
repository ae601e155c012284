import { Button } from './button.tsx';

interface SaveBarProps {
  saving: boolean;
  onDiscard: () => void;
}

/** Appears with the first change and stays in sight until it is saved or taken back. */
export function SaveBar({ saving, onDiscard }: SaveBarProps) {
  return (
    <div className="sticky bottom-3 z-10 flex animate-fade-in flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md border border-line-strong bg-raised py-2 pr-2 pl-4 shadow-lg">
      <p role="status" className="text-[13px] text-text-2">
        Unsaved changes
      </p>
      <div className="flex gap-2">
        <Button variant="quiet" disabled={saving} onClick={onDiscard}>
          Discard
        </Button>
        <Button type="submit" variant="primary" loading={saving}>
          Save changes
        </Button>
      </div>
    </div>
  );
}
