import type { Permission } from '@trailmark/contract/permissions';
import type { ReactNode } from 'react';
import { Fetched } from '../failures/fetched.tsx';
import { useMay } from '../project/current-project.tsx';
import { PageLoading } from './page-loading.tsx';

const loadNoAccess = () => import('./no-access.tsx').then((file) => file.NoAccess);

interface AllowedProps {
  permission: Permission | undefined;
  children: ReactNode;
}

export function Allowed({ permission, children }: AllowedProps) {
  const may = useMay();
  if (permission === undefined || may(permission)) return children;
  return <Fetched load={loadNoAccess} props={{ permission }} loading={<PageLoading />} />;
}
