import { useMutation } from '@tanstack/react-query';
import { createTableDownload } from '@trailmark/contract/exports';
import { call } from '../../../api/client.ts';
import { toastFailure } from '../../../failures/toast-failure.ts';
import { type TableAsked, tableAsked } from '../campaigns-query.ts';

/** Downloads the table as it is filtered, all of its rows. */
export function useCsv(table: TableAsked) {
  return useMutation({
    mutationFn: () => {
      const said = Object.entries(tableAsked(table)).filter(([, value]) => value !== undefined);
      const query = Object.fromEntries(said.map(([name, value]) => [name, String(value)]));
      return call(createTableDownload, { body: { project_id: table.project_id, query } });
    },
    // The address works without the token in the header; the browser saves what comes and stays on the page.
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => toastFailure('The table was not exported', error),
  });
}
