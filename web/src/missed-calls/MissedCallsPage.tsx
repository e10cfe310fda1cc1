import CallOutlined from '@mui/icons-material/CallOutlined';
import PhoneMissedOutlined from '@mui/icons-material/PhoneMissedOutlined';
import SearchOffOutlined from '@mui/icons-material/SearchOffOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { useQueryClient } from '@tanstack/react-query';
import { ListBase, useListContext } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import type { ListedMissedCall } from '@crm/contracts/entities/telephony.js';
import { callerNumber, phoneNumber, toShown } from '@crm/contracts/phone.js';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import { useCalling } from '../calls/calling.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import { useDiallerWords } from '../i18n/dialler.en.js';
import { PageHead } from '../layout/PageHead.js';
import { FlashContext } from '../lists/flashes.js';
import { shownCount } from '../leads/table/lead-row.rules.js';
import { TableNotice } from '../lists/TableNotice.js';
import { ListSearch } from '../lists/ListSearch.js';
import type { ListColumn } from '../lists/list-column.js';
import { ListTable } from '../lists/ListTable.js';
import { useArrivals } from '../lists/useArrivals.js';
import { searchOf } from '../raw-leads/raw-leads-provider.js';
import { AudioPlayer } from '../recordings/AudioPlayer.js';
import { useServerEvent } from '../realtime/useServerEvent.js';
import { useVoicemailAudio } from '../voicemails/useVoicemailAudio.js';

const newestFirst = { field: 'updated', order: 'DESC' } as const;

/** Calls that nobody took, to be called back (lead-work section 2, Missed calls). */
export default function MissedCallsPage() {
  return (
    <ListBase<ListedMissedCall>
      resource="missed-calls"
      storeKey="missed-calls"
      sort={newestFirst}
      perPage={10}
      // Asked by the layout already: the rows wait for nothing else.
      disableAuthentication
    >
      <MissedCalls />
    </ListBase>
  );
}

function useColumns(): readonly ListColumn<ListedMissedCall>[] {
  const words = useDiallerWords();
  return [
    {
      source: 'number',
      sorts: 'ASC',
      label: words('crm.missedCalls.number'),
      width: 360,
      cell: (call) => <Caller call={call} />,
    },
    {
      source: 'updated',
      label: words('crm.missedCalls.date'),
      width: 180,
      sorts: 'DESC',
      cell: ({ updated }) => (
        <Box
          component="time"
          dateTime={updated}
          sx={(theme) => ({ ...theme.tabular, color: 'text.secondary' })}
        >
          {shownInstant(updated)}
        </Box>
      ),
    },
    {
      source: 'voicemail',
      label: words('crm.missedCalls.voicemail'),
      width: 340,
      cell: (call) => (
        <Box sx={{ pr: 2 }}>
          <LeftMessage call={call} />
        </Box>
      ),
    },
    {
      source: 'action',
      label: words('crm.missedCalls.action'),
      width: 140,
      cell: (call) => <CallBack call={call} />,
    },
  ];
}

/** The number, and whose it is where that is known. */
function Caller({ call: { number, lead_id, lead_name } }: { call: ListedMissedCall }) {
  const words = useDiallerWords();
  return (
    <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1.5 }}>
      <Box component="span" sx={(theme) => ({ ...theme.tabular, fontWeight: 600 })}>
        {callerNumber.safeParse(number).success ? toShown(number) : words('crm.missedCalls.anonymous')}
      </Box>
      {lead_id !== null && (
        <Link component={RouterLink} to={`/lead/${lead_id}`} underline="hover" noWrap>
          {lead_name}
        </Link>
      )}
    </Box>
  );
}

/** What the caller left, to be heard here: of a number without a lead it is nowhere else. */
function LeftMessage({ call: { voicemail, number, lead_name } }: { call: ListedMissedCall }) {
  const words = useDiallerWords();
  const { load, read } = useVoicemailAudio();
  if (voicemail === null) return null;
  return (
    <AudioPlayer
      label={words('crm.missedCalls.voicemailOf', { name: lead_name || toShown(number) })}
      duration={voicemail.duration}
      load={() => load(voicemail.id)}
      onPlay={() => {
        if (voicemail.read === 0) read(voicemail.id);
      }}
    />
  );
}

function CallBack({ call: { number, lead_id, lead_name } }: { call: ListedMissedCall }) {
  const words = useDiallerWords();
  const { desk, inCall } = useCalling();
  const hasNumber = phoneNumber.safeParse(number).success;
  const isForeign = callerNumber.safeParse(number).success && !hasNumber;
  const reason = !hasNumber
    ? words(isForeign ? 'crm.missedCalls.foreign' : 'crm.missedCalls.noNumber')
    : inCall
      ? words('crm.missedCalls.inCall')
      : desk === undefined
        ? words('crm.missedCalls.notReady')
        : undefined;
  return (
    <ReasonButton
      size="small"
      variant="outlined"
      startIcon={<CallOutlined />}
      reason={reason}
      aria-label={words('crm.missedCalls.callName', { name: lead_name || toShown(number) })}
      onClick={() => void desk?.call({ number, leadId: lead_id, kind: 'single' })}
    >
      {words('crm.missedCalls.call')}
    </ReasonButton>
  );
}

function MissedCalls() {
  const words = useDiallerWords();
  const { total, isPending } = useListContext<ListedMissedCall>();
  const columns = useColumns();
  const { arrive, hasNew, showNew, flashes, rows } = useArrivals<ListedMissedCall>('missed-calls', 'updated');
  useServerEvent('missedCallAdd', (call) => {
    arrive({ ...call, voicemail: null });
  });
  const client = useQueryClient();
  // It belongs to a call that is listed already: no row moves.
  useServerEvent('createCustomerVoiceMail', () => {
    void client.invalidateQueries({ queryKey: ['missed-calls', 'getList'] });
  });
  return (
    <FlashContext.Provider value={flashes}>
      <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1, gap: 1.5 }}>
        <PageHead
          title={words('crm.missedCalls.title')}
          count={
            !isPending && (
              <>
                {words('crm.list.match', { count: shownCount(total ?? 0) })}
                {hasNew && (
                  <Button size="small" onClick={showNew} sx={{ ml: 1 }}>
                    {words('crm.missedCalls.showNew')}
                  </Button>
                )}
              </>
            )
          }
        />
        <Box role="search">
          <ListSearch
            label={words('crm.missedCalls.search')}
            clearLabel={words('crm.missedCalls.clearSearch')}
          />
        </Box>
        <ListTable
          label={words('crm.missedCalls.title')}
          columns={columns}
          // One row in the shape of a call stands for what is on its way.
          skeletonRows={1}
          readingRef={rows}
          empty={<NoMissedCalls />}
        />
      </Box>
    </FlashContext.Provider>
  );
}

function NoMissedCalls() {
  const words = useDiallerWords();
  const list = useListContext<ListedMissedCall>();
  if (searchOf(list.filterValues) === undefined) {
    return (
      <TableNotice
        icon={<PhoneMissedOutlined />}
        title={words('crm.missedCalls.none')}
        text={words('crm.missedCalls.noneText')}
      />
    );
  }
  return (
    <TableNotice
      icon={<SearchOffOutlined />}
      title={words('crm.missedCalls.noneMatch')}
      text={words('crm.missedCalls.noneMatchText')}
      actions={
        <Button
          variant="contained"
          onClick={() => {
            list.setFilters({}, undefined, false);
          }}
        >
          {words('crm.missedCalls.clearSearch')}
        </Button>
      }
    />
  );
}
