import { X } from 'lucide-react';
import { useState } from 'react';
import { browserStorage } from '../../api/browser-storage.ts';
import { useUser } from '../../api/session.ts';
import { useMay } from '../../project/current-project.tsx';
import { Button } from '../../ui/button.tsx';
import { ANNOUNCEMENTS, unseen } from './announcements.ts';
import { markSeen, seenIds } from './seen-announcements.ts';

const day = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** The newest announcement that the person has not dismissed. */
export function AnnouncementCard() {
  const [seen, setSeen] = useState(() => seenIds(browserStorage));
  const may = useMay();
  const { created_at } = useUser();
  const [announcement] = unseen(ANNOUNCEMENTS, seen, created_at).filter(({ permission }) => may(permission));
  if (!announcement) return null;
  const { id, date, title, text } = announcement;
  return (
    <section
      aria-label="What is new"
      className="mb-1 grid gap-1 rounded-md border border-line bg-panel px-3 pt-2 pb-2.5 text-sm"
    >
      <div className="flex items-center justify-between gap-2">
        <p className="text-xs text-text-3">
          New · <time dateTime={date}>{day.format(new Date(date))}</time>
        </p>
        <Button
          aria-label={`Dismiss “${title}”`}
          variant="quiet"
          size="sm"
          className="-mr-1.5 size-control-sm px-0"
          onClick={() => setSeen(markSeen(browserStorage, id))}
        >
          <X aria-hidden />
        </Button>
      </div>
      <p className="font-medium">{title}</p>
      <p className="text-text-2">{text}</p>
    </section>
  );
}
