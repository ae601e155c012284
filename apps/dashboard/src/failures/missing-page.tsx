import { Link, type LinkProps } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';

interface MissingPageProps {
  /** "campaign", "person". */
  what: string;
  /** Why it may be missing. */
  text: string;
  icon?: ReactNode;
  /** The list of those that there are. */
  list: { to: LinkProps['to']; label: string };
}

/** The address names one thing that does not exist, or that this person may not see. */
export function MissingPage({ what, text, icon = <SearchX />, list }: MissingPageProps) {
  return (
    <Page>
      <Card>
        <EmptyState
          role="alert"
          icon={icon}
          title={`We couldn’t find this ${what}`}
          text={text}
          action={
            <Button asChild>
              <Link to={list.to}>{list.label}</Link>
            </Button>
          }
        />
      </Card>
    </Page>
  );
}
