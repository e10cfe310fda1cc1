import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import { fetchPersonExport } from '@crm/contracts/http/privacy.js';
import { privacyRequests, type PrivacyRequest } from '@crm/contracts/resources/privacy-request.js';
import { saveFile } from '../downloads/useDownload.js';
import { usePrivacyMessages } from '../i18n/privacy.en.js';
import { useVerb } from '../providers/useVerb.js';
import { shownValue } from '../fields/shown-value.js';

/** The file of an export, while it is there, and who has it already; for those who may not have it, how long it is there. */
export function ExportFile({
  request: { id, kind, state, at, expires_at, fetched },
  mayFetch,
}: {
  request: PrivacyRequest;
  mayFetch: boolean;
}) {
  const translate = usePrivacyMessages();
  const fetching = useVerb((provider) => provider.call(fetchPersonExport, { params: { id } }), {
    onSuccess: (collected) => {
      const text = JSON.stringify(collected, undefined, 2);
      saveFile(new Blob([text], { type: 'application/json' }), `person-${id}.json`);
    },
  });
  if (kind === 'erasure' || state === 'running') return null;
  if (expires_at === null) return translate('crm.privacy.gone');
  if (!mayFetch)
    return translate('crm.privacy.until', { at: shownValue(privacyRequests.fields.expires_at, expires_at) });
  const who = [...new Set(fetched.map(({ user_fullname }) => user_fullname))].join(', ');
  return (
    <Tooltip title={who === '' ? '' : translate('crm.privacy.fetchedBy', { who })}>
      <Button
        size="small"
        variant="outlined"
        loading={fetching.isPending}
        startIcon={<FileDownloadOutlined />}
        aria-label={translate('crm.privacy.fetch', { at: shownValue(privacyRequests.fields.at, at) })}
        onClick={() => {
          fetching.mutate(undefined);
        }}
      >
        {translate('crm.privacy.fetchShort')}
      </Button>
    </Tooltip>
  );
}
