import { useId, useState } from 'react';
import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import type { SystemPart } from '@crm/contracts/http/system.js';
import { useSystemWords } from '../i18n/system.en.js';
import { PageCard } from '../layout/PageCard.js';
import { DeedsTable } from './DeedsTable.js';
import { GivenUpTable } from './GivenUpTable.js';
import { QueuesTable } from './QueuesTable.js';

const tabsOf = {
  queues: 'crm.system.queuesTab',
  delivery: 'crm.system.givenUpTab',
  dead: 'crm.system.deadTab',
  deeds: 'crm.system.deedsTab',
} as const;
type TabName = keyof typeof tabsOf;
/** The gateway has no store to write failed deliveries into. */
const withoutStore: readonly TabName[] = ['queues', 'dead', 'deeds'];
const all: readonly TabName[] = ['queues', 'delivery', 'dead', 'deeds'];

/** One part looked at closely: its queues, what it gave up on, and what was done about that. */
export function PartPanel({ service }: { service: SystemPart }) {
  const words = useSystemWords();
  const id = useId();
  const [tab, setTab] = useState<TabName>('queues');
  const names = service === 'gateway' ? withoutStore : all;
  return (
    <PageCard sx={{ overflow: 'hidden' }}>
      <Typography variant="subtitle1" component="h2" sx={{ px: 2, pt: 1.5 }}>
        {words('crm.system.of', { service })}
      </Typography>
      <Tabs
        value={tab}
        aria-label={words('crm.system.tabs')}
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
            label={words(tabsOf[name])}
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
        {(tab === 'delivery' || tab === 'dead') && <GivenUpTable key={tab} service={service} kind={tab} />}
        {tab === 'deeds' && <DeedsTable service={service} />}
      </Box>
    </PageCard>
  );
}
