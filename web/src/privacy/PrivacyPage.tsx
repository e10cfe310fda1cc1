import Box from '@mui/material/Box';
import PrivacyTipOutlined from '@mui/icons-material/PrivacyTipOutlined';
import { privacyRequests, type PrivacyRequest } from '@crm/contracts/resources/privacy-request.js';
import { usePrivacyMessages } from '../i18n/privacy.en.js';
import { defaultView } from '../resources/default-view.js';
import { ResourcePage } from '../resources/ResourcePage.js';
import { useRight } from '../session/SessionContext.js';
import { ExportFile } from './ExportFile.js';
import { PersonSearch } from './PersonSearch.js';
import { StateChip } from './StateChip.js';
import { comesTo } from './request-words.rules.js';

/** Where an admin hands out or erases what is kept of a person who asked for it, and compliance reads what was asked for. */
export default function PrivacyPage() {
  const translate = usePrivacyMessages();
  const mayAsk = useRight('settings:manage');
  const about = ({ hints, leads }: PrivacyRequest) =>
    [...hints, translate('crm.privacy.leads', { smart_count: leads })].join(', ');
  const comes = (request: PrivacyRequest) =>
    comesTo(request)
      .map(([kind, count]) => `${translate(`crm.privacy.kinds.${kind}`)} ${String(count)}`)
      .join(', ') || (request.state === 'running' ? '' : translate('crm.privacy.nothing'));
  const outcome = (request: PrivacyRequest) => (
    <>
      {comes(request)}
      {request.stays.length > 0 && (
        <Box
          component="span"
          sx={(theme) => ({ ...theme.typography.caption, display: 'block', color: 'text.secondary' })}
        >
          {translate('crm.privacy.stays', { what: request.stays.join('; ') })}
        </Box>
      )}
    </>
  );
  const view = defaultView(privacyRequests, {
    Icon: PrivacyTipOutlined,
    emptyText: translate('crm.privacy.noRequestsText'),
    ...(mayAsk && { above: <PersonSearch /> }),
    columns: {
      at: { width: 160 },
      kind: { width: 100, names: true },
      user_fullname: { width: 140 },
      hints: { width: 190, wraps: true, cell: about },
      reason: { width: 200, wraps: true },
      state: { width: 150, cell: (request) => <StateChip request={request} /> },
      parts: { width: 270, wraps: true, cell: outcome },
      expires_at: { width: 140, cell: (request) => <ExportFile request={request} mayFetch={mayAsk} /> },
    },
  });
  return <ResourcePage view={view} />;
}
