import { useState } from 'react';
import BadgeOutlined from '@mui/icons-material/BadgeOutlined';
import GroupAddOutlined from '@mui/icons-material/GroupAddOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import { daysLeft } from '@crm/contracts/licences/licence.rules.js';
import { licences, type Licence } from '@crm/contracts/resources/licence.js';
import { pacificDate, shownDate } from '@crm/contracts/time/pacific.js';
import { IconAction } from '../../controls/IconAction.js';
import { useLicenceMessages } from '../../i18n/licences.en.js';
import { useRight } from '../../session/SessionContext.js';
import { defaultView } from '../default-view.js';
import { ResourcePage } from '../ResourcePage.js';
import { AgentInput } from './AgentInput.js';
import { ImportLicencesDialog } from './ImportLicencesDialog.js';
import { MoveLeadsDialog } from './MoveLeadsDialog.js';
import { shownValue } from '../../fields/shown-value.js';

const { fields } = licences;
/** What an agent has of it: the own ones, to be read. */
const ownLicences = { ...licences, rights: { read: licences.rights.read } };

/** From how many days on the end is shown as near. */
const isNearDays = 30;

/** The last day of a licence, and how near it is while the licence counts. */
function Until({ licence: { until, status }, today }: { licence: Licence; today: string }) {
  const translate = useLicenceMessages();
  if (until === null) return translate('crm.licences.never');
  const left = daysLeft(until, today);
  if (status === 'inactive' || left > isNearDays) return shownDate(until);
  const says =
    left === 0
      ? translate('crm.licences.lastDay')
      : translate('crm.licences.daysLeft', { smart_count: left });
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      {shownDate(until)}
      {left < 0 ? (
        <Chip size="small" color="error" label={translate('crm.licences.expired')} />
      ) : (
        <Chip size="small" color="warning" label={says} />
      )}
    </Box>
  );
}

/** Where agents may sell what, and until when: every licence for whoever keeps them, for an agent the own ones. */
export default function LicencesPage() {
  const translate = useLicenceMessages();
  const mayManage = useRight('licences:manage');
  const [isImporting, setImporting] = useState(false);
  const [moving, setMoving] = useState<Licence>();
  const today = pacificDate(new Date());
  const nameOf = ({ agent, line, state }: Licence) =>
    `${agent}, ${shownValue(fields.line, line)}, ${shownValue(fields.state, state)}`;
  const isOver = ({ status, until }: Licence) =>
    status === 'inactive' || (until !== null && daysLeft(until, today) < 0);
  const view = defaultView(mayManage ? licences : ownLicences, {
    Icon: BadgeOutlined,
    title: translate('crm.licences.title'),
    emptyText: translate(mayManage ? 'crm.licences.emptyText' : 'crm.licences.emptyOwn'),
    perPage: 50,
    nameOf,
    ...(mayManage && {
      actions: (
        <Button
          variant="outlined"
          onClick={() => {
            setImporting(true);
          }}
        >
          {translate('crm.licences.import')}
        </Button>
      ),
    }),
    columns: {
      agent: { width: 160, wide: 220 },
      state: { width: 115, wide: 150 },
      line: { width: 70, wide: 90 },
      number: { width: 105, wide: 140 },
      from: { width: 96, wide: 130 },
      until: { width: 184, wide: 220, cell: (licence) => <Until licence={licence} today={today} /> },
      status: { width: 112, wide: 140 },
      proof: { width: 110, wide: 300 },
    },
    form: ['agent_id', 'state', 'line', 'number', 'from', 'until', 'status', 'proof'],
    inputs: { agent_id: <AgentInput /> },
    initial: { status: 'active', line: 'life' },
    words: { add: translate('crm.licences.add'), addTitle: translate('crm.licences.add') },
    ...(mayManage && {
      rowButtons: 3,
      rowActions: (licence: Licence) =>
        isOver(licence) && (
          <IconAction
            label={translate('crm.licences.move', { name: nameOf(licence) })}
            onClick={() => {
              setMoving(licence);
            }}
          >
            <GroupAddOutlined />
          </IconAction>
        ),
    }),
  });
  return (
    <>
      <ResourcePage view={view} />
      {isImporting && (
        <ImportLicencesDialog
          onClose={() => {
            setImporting(false);
          }}
        />
      )}
      {moving && (
        <MoveLeadsDialog
          licence={moving}
          onClose={() => {
            setMoving(undefined);
          }}
        />
      )}
    </>
  );
}
