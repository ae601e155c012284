import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type AdPartKind, updateAdPart } from '@trailmark/contract/ad-parts';
import { call } from '../../../api/client.ts';
import { toastFailure } from '../../../failures/toast-failure.ts';
import { useProject } from '../../../project/current-project.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { countInWords } from '../../../words/count-in-words.ts';
import { campaignsKey } from '../campaigns-query.ts';

/** What can be done to an ad set or a creative in all campaigns, beside pausing it. */
export function useAdPart(kind: AdPartKind, name: string) {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  const one = { project_id, kind, name };
  const archive = useMutation({
    mutationFn: (archived: boolean) => call(updateAdPart, { body: { ...one, archived } }),
    onSuccess: ({ archived_at, switched_links }) => {
      const links = `${countInWords(switched_links, 'link')} ${switched_links === 1 ? 'is' : 'are'}`;
      toast(
        archived_at
          ? {
              title: `${name} is archived`,
              description: `${switched_links > 0 ? `${links} paused. ` : ''}Its data is kept.`,
              action: { label: 'Undo', onSelect: () => archive.mutate(false) },
            }
          : {
              title: `${name} is back`,
              ...(switched_links > 0 ? { description: `${links} resumed.` } : {}),
            },
      );
    },
    onError: (error) => toastFailure(`${name} was not changed`, error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: campaignsKey(project_id) }),
  });
  const saveTags = (tags: string[]) => call(updateAdPart, { body: { ...one, tags } });
  return { archive, saveTags };
}
