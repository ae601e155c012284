import type { Permission } from '@trailmark/contract/permissions';
import { lazy, type ReactNode, Suspense } from 'react';
import { useMay } from '../project/current-project.tsx';
import { PageLoading } from './page-loading.tsx';

const NoAccess = lazy(() => import('./no-access.tsx').then((file) => ({ default: file.NoAccess })));

interface AllowedProps {
  permission: Permission | undefined;
  children: ReactNode;
}

export function Allowed({ permission, children }: AllowedProps) {
  const may = useMay();
  if (permission === undefined || may(permission)) return children;
  return (
    <Suspense fallback={<PageLoading />}>
      <NoAccess permission={permission} />
    </Suspense>
  );
}
