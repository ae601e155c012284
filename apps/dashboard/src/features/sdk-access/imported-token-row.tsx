import { useQueryClient } from '@tanstack/react-query';
import { type ImportedToken, removeImportedToken } from '@trailmark/contract/keys';
import { call } from '../../api/client.ts';
import { useProject } from '../../project/current-project.tsx';
import { projectTokenQuery } from '../../project/project-token-query.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { RemoveButton } from '../../ui/remove-button.tsx';
import { TableCell, TableRow } from '../../ui/table.tsx';
import { toast } from '../../ui/toast-store.ts';

interface ImportedTokenRowProps {
  imported: ImportedToken;
  mayRemove: boolean;
}

export function ImportedTokenRow({ imported: { token, created_at }, mayRemove }: ImportedTokenRowProps) {
  const { project_id, timezone } = useProject();
  const queryClient = useQueryClient();
  const remove = async () => {
    await call(removeImportedToken, { query: { project_id, token } });
    toast({ title: 'Token removed', description: 'Apps that carry it are refused.' });
    await queryClient.invalidateQueries({ queryKey: projectTokenQuery(project_id).queryKey });
  };
  return (
    <TableRow>
      <TableCell>
        <span className="flex items-center gap-1">
          <span className="mono max-w-[16ch] truncate sm:max-w-[48ch]" title={token}>
            {token}
          </span>
          <CopyButton value={token} label={`Copy the token ${token}`} />
        </span>
      </TableCell>
      <TableCell className="text-text-2">
        <RelativeTime at={created_at} timeZone={timezone} />
      </TableCell>
      <TableCell className="text-right">
        {mayRemove && (
          <RemoveButton
            name={`the token ${token}`}
            title="Remove this token?"
            text="Apps that carry it are refused from this moment on, and their data is lost. You can add it again as long as no other project has it."
            confirmLabel="Remove token"
            onRemove={remove}
          />
        )}
      </TableCell>
    </TableRow>
  );
}
