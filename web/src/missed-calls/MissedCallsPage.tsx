import CallOutlined from '@mui/icons-material/CallOutlined';
import PhoneMissedOutlined from '@mui/icons-material/PhoneMissedOutlined';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useQueryClient } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router-dom';
import type { ListedMissedCall } from '@crm/contracts/entities/telephony.js';
import { callerNumber, phoneNumber, toShown } from '@crm/contracts/phone.js';
import { useCalling } from '../calling/calling.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import { useDiallerMessages } from '../i18n/dialler.en.js';
import { Clip } from '../controls/Clip.js';
import { InstantCell } from '../lists/cells.js';
import type { ListColumn } from '../lists/list-column.js';
import { ListPage, ListRoot } from '../lists/ListPage.js';
import { ListSearch } from '../lists/ListSearch.js';
import { useArrivals } from '../lists/useArrivals.js';
import { AudioPlayer } from '../recordings/AudioPlayer.js';
import { useServerEvent } from '../realtime/useServerEvent.js';
import { useVoicemailAudio } from '../voicemails/useVoicemailAudio.js';

/** Missed calls, with a button to call back (rule C10). */
export default function MissedCallsPage() {
  return (
    <ListRoot<ListedMissedCall>
      resource="missed-calls"
      sort={{ field: 'updated', order: 'DESC' }}
      perPage={10}
    >
      <MissedCalls />
    </ListRoot>
  );
}

function useColumns(): readonly ListColumn<ListedMissedCall>[] {
  const translate = useDiallerMessages();
  return [
    {
      source: 'number',
      narrow: 'title',
      sorts: 'ASC',
      label: translate('crm.missedCalls.number'),
      width: 360,
      cell: (call) => <Caller call={call} />,
    },
    {
      source: 'updated',
      narrow: 'tag',
      label: translate('crm.missedCalls.date'),
      width: 180,
      sorts: 'DESC',
      cell: ({ updated }) => <InstantCell at={updated} />,
    },
    {
      source: 'voicemail',
      narrow: 'below',
      label: translate('crm.missedCalls.voicemail'),
      width: 340,
      cell: (call) => (
        <Box sx={{ pr: 2 }}>
          <LeftMessage call={call} />
        </Box>
      ),
    },
    {
      source: 'action',
      narrow: 'belowEnd',
      label: translate('crm.missedCalls.action'),
      width: 140,
      cell: (call) => <CallBack call={call} />,
    },
  ];
}

/** The number, and its owner if known. */
function Caller({ call: { number, lead_id, lead_name, callback } }: { call: ListedMissedCall }) {
  const translate = useDiallerMessages();
  return (
    <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1.5 }}>
      <Box component="span" sx={(theme) => ({ ...theme.tabular, flex: 'none', fontWeight: 600 })}>
        {callerNumber.safeParse(number).success ? toShown(number) : translate('crm.missedCalls.anonymous')}
      </Box>
      {lead_id !== null && (
        <Box sx={{ minWidth: 0 }}>
          <Clip text={lead_name}>
            <Link component={RouterLink} to={`/lead/${lead_id}`} underline="hover">
              {lead_name}
            </Link>
          </Clip>
        </Box>
      )}
      {callback && (
        <Box component="span" sx={{ flex: 'none', color: 'text.secondary' }}>
          {translate('crm.missedCalls.askedForCallback')}
        </Box>
      )}
    </Box>
  );
}

/** The caller's voicemail, playable here: for a number without a lead, this is the only place. */
function LeftMessage({ call: { voicemail, number, lead_name } }: { call: ListedMissedCall }) {
  const translate = useDiallerMessages();
  const { load, read } = useVoicemailAudio();
  if (voicemail === null) return null;
  return (
    <AudioPlayer
      label={translate('crm.missedCalls.voicemailOf', { name: lead_name || toShown(number) })}
      duration={voicemail.duration}
      load={() => load(voicemail.id)}
      onPlay={() => {
        if (voicemail.read === 0) read(voicemail.id);
      }}
    />
  );
}

function CallBack({ call: { number, lead_id, lead_name } }: { call: ListedMissedCall }) {
  const translate = useDiallerMessages();
  const { desk, inCall } = useCalling();
  const hasNumber = phoneNumber.safeParse(number).success;
  const isForeign = callerNumber.safeParse(number).success && !hasNumber;
  const reason = !hasNumber
    ? translate(isForeign ? 'crm.missedCalls.foreign' : 'crm.missedCalls.noNumber')
    : inCall
      ? translate('crm.missedCalls.inCall')
      : desk === undefined
        ? translate('crm.missedCalls.notReady')
        : undefined;
  return (
    <ReasonButton
      size="small"
      variant="outlined"
      startIcon={<CallOutlined />}
      reason={reason}
      aria-label={translate('crm.missedCalls.callName', { name: lead_name || toShown(number) })}
      onClick={() => void desk?.call({ number, leadId: lead_id, kind: 'single' })}
    >
      {translate('crm.missedCalls.call')}
    </ReasonButton>
  );
}

function MissedCalls() {
  const translate = useDiallerMessages();
  const columns = useColumns();
  const { arrive, ...live } = useArrivals<ListedMissedCall>('missed-calls', 'updated');
  useServerEvent('missedCallAdd', (call) => {
    arrive({ ...call, voicemail: null });
  });
  const client = useQueryClient();
  // It belongs to a call that is already listed: no row moves.
  useServerEvent('voicemailChanged', () => {
    void client.invalidateQueries({ queryKey: ['missed-calls', 'getList'] });
  });
  return (
    <ListPage
      title={translate('crm.missedCalls.title')}
      search={<ListSearch label={translate('crm.missedCalls.search')} />}
      columns={columns}
      // A placeholder row while loading.
      skeletonRows={1}
      live={live}
      newLabel={translate('crm.missedCalls.showNew')}
      none={{
        Icon: PhoneMissedOutlined,
        title: translate('crm.missedCalls.none'),
        text: translate('crm.missedCalls.noneText'),
      }}
      noneMatch={{
        title: translate('crm.missedCalls.noneMatch'),
        text: translate('crm.missedCalls.noneMatchText'),
      }}
    />
  );
}
