import { useMutation, useQueryClient } from '@tanstack/react-query';
import { activateSkan, type SkanSchemaMapping } from '@trailmark/contract/skan-schema';
import { call } from '../../../api/client.ts';
import { toastFailure } from '../../../failures/toast-failure.ts';
import { useProject } from '../../../project/current-project.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { skanKey } from '../report/skan-query.ts';
import { mappingQuery } from '../schema/schema-queries.ts';

/** The version that would be activated now: the draft, or else what was active before; null: there is neither. */
export function versionToActivate(mapping: SkanSchemaMapping): number | null {
  if (mapping.draft) return mapping.draft.version;
  return mapping.activate_skan ? null : (mapping.active?.version ?? null);
}

/** Whether SKAN can be activated: Apple's postbacks name the app by its id. */
export const canActivate = (mapping: SkanSchemaMapping): boolean =>
  mapping.app_id !== null && versionToActivate(mapping) !== null;

/** Activates a version, or stops handing conversion values to apps, and says so. */
export function useActivateSkan() {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (activate_skan: boolean) =>
      call(activateSkan, { query: { project_id }, body: { activate_skan } }),
    onSuccess: (mapping) => {
      queryClient.setQueryData(mappingQuery(project_id).queryKey, mapping);
      toast({
        title: mapping.activate_skan ? `Version ${mapping.active?.version} is active` : 'SKAN is off',
      });
    },
    // Switching off is confirmed in a dialog, which shows the failure itself.
    onError: (error, activate_skan) => {
      if (activate_skan) toastFailure('SKAN was not activated', error);
    },
    // The networks learn of it too.
    onSettled: () => queryClient.invalidateQueries({ queryKey: skanKey(project_id) }),
  });
}
