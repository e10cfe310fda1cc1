import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import type { LeadImport } from '@crm/contracts/entities/lead-import.js';
import { clearImports } from '@crm/contracts/http/imports.js';
import { RetryButton } from '../controls/RetryButton.js';
import { useRawLeadMessages } from '../i18n/raw-leads.en.js';
import { useVerb } from '../providers/useVerb.js';
import { EarlierImports } from './EarlierImports.js';
import { isRunning } from './import-progress.rules.js';
import { ImportCard } from './ImportCard.js';
import { ImportCards } from './ImportCards.js';
import { earlierKey, importsKey, type Imports } from './useImports.js';

/** Clears one import that has ended, or all; for this user, wherever they sign in. */
function useClear() {
  const client = useQueryClient();
  return useVerb(
    (provider, id: string | undefined) =>
      provider.call(clearImports, { body: id === undefined ? {} : { ids: [id] } }),
    {
      onSuccess: (_answer, id) => {
        client.setQueryData<LeadImport[]>(importsKey, (all) =>
          all?.filter((each) => isRunning(each) || (id !== undefined && each.id !== id)),
        );
        void client.invalidateQueries({ queryKey: importsKey });
        void client.invalidateQueries({ queryKey: earlierKey });
      },
    },
  );
}

/** The imports that run and those that have ended, newest first, until they are cleared; and the earlier ones. */
export function ImportList({ imports: { data, isError, refetch } }: { imports: Imports }) {
  const translate = useRawLeadMessages();
  const clear = useClear();
  const hasEnded = data?.some((known) => !isRunning(known)) === true;
  return (
    <Box component="section" aria-labelledby="bulk-upload-imports">
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 36, mb: 0.5 }}>
        <Typography id="bulk-upload-imports" variant="subtitle2" component="h3" sx={{ flex: 1 }}>
          {translate('crm.imports.latest')}
        </Typography>
        {hasEnded && (
          <Button
            size="small"
            loading={clear.isPending}
            onClick={() => {
              clear.mutate(undefined);
            }}
            sx={{ mr: -1.25 }}
          >
            {translate('crm.imports.clear')}
          </Button>
        )}
      </Box>
      {isError && !data && (
        <Box role="alert" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          <Typography variant="body2">{translate('crm.imports.loadFailed')}</Typography>
          <RetryButton onRetry={refetch} />
        </Box>
      )}
      {data?.length === 0 && (
        <Typography variant="body2" color="textSecondary">
          {translate('crm.imports.none')}
        </Typography>
      )}
      {data && data.length > 0 && (
        <ImportCards>
          {data.map((known) => (
            <ImportCard
              key={known.id}
              known={known}
              onClear={() => {
                if (!clear.isPending) clear.mutate(known.id);
              }}
            />
          ))}
        </ImportCards>
      )}
      {data && <EarlierImports latest={data} />}
    </Box>
  );
}
