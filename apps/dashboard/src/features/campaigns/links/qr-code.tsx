import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { address, type Input } from '@trailmark/contract/call';
import { getLinkQr } from '@trailmark/contract/links';
import { Download, RotateCw } from 'lucide-react';
import { fetchFile, saveFile } from '../../../api/fetch-file.ts';
import { toastFailure } from '../../../failures/toast-failure.ts';
import { useProject } from '../../../project/current-project.tsx';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { campaignsKey } from '../campaigns-query.ts';

const PNG_SIZE = 1024;

interface WhichLink {
  linkId: string;
  /** The address that the code holds. */
  url: string;
  /** One of the project's own domains; otherwise the short address. */
  host?: string | undefined;
}

function qrQuery(projectId: string, linkId: string, host: string | undefined) {
  return queryOptions({
    queryKey: [...campaignsKey(projectId), 'qr', linkId, host ?? null],
    queryFn: async () => {
      const file = await fetchQr({ project_id: projectId, link_id: linkId, host, format: 'svg' });
      return `data:image/svg+xml,${encodeURIComponent(await file.text())}`;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The code itself, on white whatever the theme: readers need the contrast. */
export function QrCode({ linkId, url, host }: WhichLink) {
  const { project_id } = useProject();
  const code = useQuery(qrQuery(project_id, linkId, host));
  return (
    <div
      aria-busy={code.isPending}
      className="grid size-40 shrink-0 place-items-center overflow-hidden rounded-md border border-line bg-[#fff]"
    >
      {code.isPending && <Skeleton className="size-full rounded-none" />}
      {code.isLoadingError && (
        <Button size="sm" onClick={() => void code.refetch()} loading={code.isFetching}>
          <RotateCw aria-hidden />
          Try again
        </Button>
      )}
      {code.data && <img src={code.data} alt={`QR code of ${url}`} className="size-full" />}
    </div>
  );
}

export function QrDownloads({ linkId, url, host }: WhichLink) {
  const { project_id } = useProject();
  const name = url.split('/').at(-1) ?? 'link';
  const save = useMutation({
    mutationFn: async (format: 'svg' | 'png') =>
      saveFile(
        await fetchQr({ project_id, link_id: linkId, host, format, size: PNG_SIZE }),
        `${name}.${format}`,
      ),
    onError: (error) => toastFailure('The QR code was not downloaded', error),
  });
  return (
    <div className="flex flex-wrap gap-2">
      {(['svg', 'png'] as const).map((format) => (
        <Button
          key={format}
          size="sm"
          loading={save.isPending && save.variables === format}
          onClick={() => save.mutate(format)}
        >
          <Download aria-hidden />
          {format.toUpperCase()}
          <span className="sr-only"> of the QR code</span>
        </Button>
      ))}
    </div>
  );
}

/** The QR code of a link as a file. It needs the bearer token, so an <img> cannot load it. */
const fetchQr = (query: Input<typeof getLinkQr>['query']): Promise<Blob> =>
  fetchFile(address(getLinkQr, { query }));
