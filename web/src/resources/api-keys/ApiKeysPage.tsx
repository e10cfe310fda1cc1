import { useState } from 'react';
import KeyOutlined from '@mui/icons-material/KeyOutlined';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { apiKeys, type ApiKey } from '@crm/contracts/resources/api-key.js';
import { pacificDate, shownInstant } from '@crm/contracts/time/pacific.js';
import { Clip } from '../../controls/Clip.js';
import { useApiKeyMessages } from '../../i18n/api-keys.en.js';
import { defaultView } from '../default-view.js';
import { ResourcePage } from '../ResourcePage.js';
import { ApiKeyDialog } from './ApiKeyDialog.js';

const withKey = apiKeys.calls.create.answer;

/** Its name, and whether its last day is over. */
function Name({ apiKey: { name, ends_on } }: { apiKey: ApiKey }) {
  const translate = useApiKeyMessages();
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <Clip text={name} />
      {ends_on !== null && ends_on < pacificDate(new Date()) && (
        <Chip size="small" label={translate('crm.apiKeys.ended')} />
      )}
    </Box>
  );
}

/** The keys by which other systems call, and what each of them may. */
export default function ApiKeysPage() {
  const translate = useApiKeyMessages();
  const [made, setMade] = useState<ApiKey & { key: string }>();
  const view = defaultView(apiKeys, {
    Icon: KeyOutlined,
    emptyText: translate('crm.apiKeys.emptyText'),
    columns: {
      name: { width: 170, names: true, cell: (apiKey) => <Name apiKey={apiKey} /> },
      scopes: { width: 210, wraps: true },
      networks: {
        width: 150,
        wraps: true,
        cell: ({ networks }) =>
          networks.length === 0 ? translate('crm.apiKeys.everywhere') : networks.join(', '),
      },
      ends_on: { width: 110 },
      key_hint: { width: 240, wraps: true },
      last_used_at: {
        width: 140,
        cell: ({ last_used_at: at }) => (at === null ? translate('crm.apiKeys.never') : shownInstant(at)),
      },
    },
    words: {
      deleteTitle: translate('crm.apiKeys.withdrawTitle'),
      deleteText: (name) => translate('crm.apiKeys.withdrawText', { name }),
      deleteNow: translate('crm.apiKeys.withdrawNow'),
      delete: (name) => translate('crm.apiKeys.withdraw', { name }),
    },
    onCreated: (created) => {
      setMade(withKey.parse(created));
    },
  });
  return (
    <>
      <ResourcePage view={view} />
      {made !== undefined && (
        <ApiKeyDialog
          name={made.name}
          secret={made.key}
          onClose={() => {
            setMade(undefined);
          }}
        />
      )}
    </>
  );
}
