import GraphicEqOutlined from '@mui/icons-material/GraphicEqOutlined';
import type { CallRecord } from '@crm/contracts/entities/telephony.js';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import { useRecordingMessages } from '../i18n/recordings.en.js';
import { InstantCell, NameCell } from '../lists/cells.js';
import { Clip } from '../controls/Clip.js';
import type { ListColumn } from '../lists/list-column.js';
import { ListPage, ListRoot } from '../lists/ListPage.js';
import { ListSearch } from '../lists/ListSearch.js';
import { useArrivals } from '../lists/useArrivals.js';
import { useServerEvent } from '../realtime/useServerEvent.js';
import { AudioPlayer } from '../recordings/AudioPlayer.js';
import { useRecordAudio } from '../recordings/useRecordAudio.js';

/** Recorded calls of at least the minimum length (rule C8). */
export default function RecordsPage() {
  return (
    <ListRoot<CallRecord> resource="records" sort={{ field: 'createdAt', order: 'DESC' }} perPage={10}>
      <Records />
    </ListRoot>
  );
}

function useColumns(): readonly ListColumn<CallRecord>[] {
  const translate = useRecordingMessages();
  const addressOf = useRecordAudio();
  return [
    {
      source: 'createdAt',
      narrow: 'tag',
      label: translate('crm.records.date'),
      width: 170,
      sorts: 'DESC',
      cell: ({ createdAt }) => <InstantCell at={createdAt} />,
    },
    {
      source: 'leadName',
      narrow: 'title',
      label: translate('crm.records.lead'),
      width: 250,
      sorts: 'ASC',
      cell: ({ lead_id, leadName }) => (
        <NameCell
          name={leadName || translate('crm.records.unknownLead')}
          to={lead_id === null ? undefined : `/lead/${lead_id}`}
        />
      ),
    },
    {
      source: 'agentName',
      label: translate('crm.records.agent'),
      width: 220,
      sorts: 'ASC',
      cell: ({ agentName }) => <Clip text={agentName || translate('crm.records.formerAgent')} />,
    },
    {
      source: 'duration',
      narrow: 'below',
      label: translate('crm.records.audio'),
      width: 360,
      sorts: 'DESC',
      cell: ({ id, leadName, createdAt, duration }) => (
        <AudioPlayer
          label={translate('crm.records.ofLead', { lead: leadName, at: shownInstant(createdAt) })}
          duration={duration}
          load={() => addressOf(id)}
        />
      ),
    },
  ];
}

function Records() {
  const translate = useRecordingMessages();
  const columns = useColumns();
  const { arrive, ...live } = useArrivals<CallRecord>('records', 'createdAt');
  useServerEvent('createRecordInTable', (record) => {
    arrive({ ...record, url: '' });
  });
  return (
    <ListPage
      title={translate('crm.records.title')}
      search={<ListSearch label={translate('crm.records.search')} />}
      columns={columns}
      live={live}
      newLabel={translate('crm.records.showNew')}
      none={{
        Icon: GraphicEqOutlined,
        title: translate('crm.records.none'),
        text: translate('crm.records.noneText'),
      }}
      noneMatch={{
        title: translate('crm.records.noneMatch'),
        text: translate('crm.records.noneMatchText'),
      }}
    />
  );
}
