import { Link, Navigate, Outlet } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useUser } from '../api/session.ts';
import { describeFailure } from '../failures/describe-failure.ts';
import { OverviewLoading } from '../features/overview/overview-loading.tsx';
import { needsWelcome } from '../project/choose-project.ts';
import { useSelection } from '../project/current-project.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Allowed } from './allowed.tsx';
import { useScreen } from './current-screen.ts';
import { PageLoading } from './page-loading.tsx';

/** Lets a screen through once its project is there and the role may open it. */
export function ProjectGate() {
  const user = useUser();
  const selection = useSelection();
  const screen = useScreen();
  const loading = screen?.path === '/overview' ? <OverviewLoading /> : <PageLoading />;
  if (selection.status === 'choosing') return loading;
  if (selection.status === 'none' || needsWelcome(user)) return <Navigate to="/welcome" replace />;
  const { project, membership, failure, retry } = selection;
  if (project === null) {
    return failure ? <ProjectFailed name={membership.name} error={failure} retry={retry} /> : loading;
  }
  // Within the settings, the sub-navigation stays and only the single page is refused.
  const permission = screen?.layout === 'settings' ? 'settings.see' : screen?.permission;
  return (
    <Allowed permission={permission}>
      {/* Another project is another page: nothing typed for one may reach the other. */}
      <Fragment key={project.project_id}>
        <Outlet />
      </Fragment>
    </Allowed>
  );
}

interface ProjectFailedProps {
  name: string;
  error: Error;
  retry: () => void;
}

function ProjectFailed({ name, error, retry }: ProjectFailedProps) {
  const { title, text, detail } = describeFailure(error, navigator.onLine);
  return (
    <ErrorState
      title={`We couldn’t load ${name}`}
      text={`${title}. ${text}`}
      detail={detail}
      onRetry={retry}
      action={
        <Button asChild>
          <Link to="/account">Go to account</Link>
        </Button>
      }
    />
  );
}
