import { useId, useState } from 'react';
import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import type { SystemPart } from '@crm/contracts/http/system.js';
import { useSystemMessages } from '../i18n/system.en.js';
import { PageCard } from '../controls/PageCard.js';
import { ActionsTable } from './ActionsTable.js';
import { FailedTable } from './FailedTable.js';
import { QueuesTable } from './QueuesTable.js';
import { SchemaTable } from './SchemaTable.js';

const tabsOf = {
  queues: 'crm.system.queuesTab',
  delivery: 'crm.system.failedTab',
  dead: 'crm.system.deadTab',
  actions: 'crm.system.actionsTab',
  schema: 'crm.system.schemaTab',
} as const;
type TabName = keyof typeof tabsOf;
/** The gateway has no store. */
const withoutStore: readonly TabName[] = ['queues', 'dead', 'actions'];
const all: readonly TabName[] = ['queues', 'delivery', 'dead', 'actions', 'schema'];

/** Details of one service: its queues, failed messages, dead letters and recent activity. */
export function PartPanel({ service }: { service: SystemPart }) {
  const translate = useSystemMessages();
  const id = useId();
  const [tab, setTab] = useState<TabName>('queues');
  const names = service === 'gateway' ? withoutStore : all;
  return (
    <PageCard sx={{ overflow: 'hidden' }}>
      <Typography variant="subtitle1" component="h2" sx={{ px: 2, pt: 1.5 }}>
        {translate('crm.system.of', { service })}
      </Typography>
      <Tabs
        value={tab}
        aria-label={translate('crm.system.tabs')}
        onChange={(_event, value: TabName) => {
          setTab(value);
        }}
        sx={{ px: 2, flex: 'none' }}
      >
        {names.map((name) => (
          <Tab
            key={name}
            value={name}
            id={`${id}-${name}`}
            aria-controls={`${id}-panel`}
            label={translate(tabsOf[name])}
          />
        ))}
      </Tabs>
      <Box
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${tab}`}
        tabIndex={0}
        sx={{ flex: 1, minHeight: 0, overflow: 'auto' }}
      >
        {tab === 'queues' && <QueuesTable service={service} />}
        {(tab === 'delivery' || tab === 'dead') && <FailedTable key={tab} service={service} kind={tab} />}
        {tab === 'actions' && <ActionsTable service={service} />}
        {tab === 'schema' && <SchemaTable service={service} />}
      </Box>
    </PageCard>
  );
}
