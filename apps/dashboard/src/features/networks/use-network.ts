import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toastFailure } from '../../failures/toast-failure.ts';
import { connectionsKey } from '../../project/connections-query.ts';
import { projectQuery, useProject } from '../../project/current-project.tsx';
import { toast } from '../../ui/toast-store.ts';
import { countInWords } from '../../words/count-in-words.ts';
import { AD_NETWORKS, type AdNetwork } from './ad-networks.ts';
import { APP_GUIDES } from './app-fields.ts';
import { type AppValues, type ConnectedAccount, NETWORK_APIS } from './network-api.ts';
import { accountsQuery, appQuery, leftOutQuery } from './networks-query.ts';
import { signInMemory } from './sign-in-memory.ts';

/** Leaves for the network, which sends the person back to the callback page. */
export function useSignIn(kind: AdNetwork, projectId: string) {
  return useMutation({
    mutationFn: async () => {
      const url = await NETWORK_APIS[kind].authUrl(projectId);
      signInMemory().keep(kind, { projectId, isConnected: false });
      window.location.assign(url);
      // The button stays busy until the page is gone.
      await new Promise(() => undefined);
    },
    onError: (error) => toastFailure(`We couldn’t open ${AD_NETWORKS[kind].label}`, error),
  });
}

/** Reads the accounts of everybody who has connected. */
export function useImport(kind: AdNetwork, projectId: string) {
  const queryClient = useQueryClient();
  return async () => {
    const { leftOut, ...connected } = await NETWORK_APIS[kind].importAll(projectId);
    queryClient.setQueryData(leftOutQuery(projectId, kind).queryKey, leftOut);
    queryClient.setQueryData(accountsQuery(projectId, kind).queryKey, connected);
    // The first account is also one of the first steps of a project.
    void queryClient.invalidateQueries({ queryKey: projectQuery(projectId).queryKey });
    return { ...connected, leftOut };
  };
}

export function useImportAgain(kind: AdNetwork) {
  const { project_id } = useProject();
  const { label, account } = AD_NETWORKS[kind];
  return useMutation({
    mutationFn: useImport(kind, project_id),
    onSuccess: ({ accounts }) =>
      toast({ title: `${countInWords(accounts.length, account)} of ${label} imported` }),
    onError: (error) => toastFailure(`The ${account}s were not imported`, error),
  });
}

export function useSaveApp(kind: AdNetwork, isNew: boolean) {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (values: AppValues) => NETWORK_APIS[kind].saveApp(project_id, values, isNew),
    onSuccess: (saved) => {
      queryClient.setQueryData(appQuery(project_id, kind).queryKey, saved);
      toast({ title: `Your ${APP_GUIDES[kind].noun} is saved` });
    },
  });
}

/** Disconnects an account; what fails is the caller's to show. */
export function useRemoveAccount(kind: AdNetwork) {
  const { project_id } = useProject();
  const queryClient = useQueryClient();
  return async ({ ad_network_id, name }: ConnectedAccount) => {
    const connected = await NETWORK_APIS[kind].remove(project_id, ad_network_id);
    queryClient.setQueryData(accountsQuery(project_id, kind).queryKey, connected);
    toast({ title: `${name} is disconnected` });
    void queryClient.invalidateQueries({ queryKey: connectionsKey(project_id) });
    void queryClient.invalidateQueries({ queryKey: projectQuery(project_id).queryKey, exact: true });
  };
}
