import { useState } from 'react';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useWords } from '../i18n/useWords.js';
import { PageCard } from '../layout/PageCard.js';
import { PageHead } from '../layout/PageHead.js';
import { DoNotContactPanel } from './DoNotContactPanel.js';
import { RulesPanel } from './RulesPanel.js';

/** When and how often customers may be contacted, and who may not be. */
export default function ContactRulesPage() {
  const words = useWords();
  const [tab, setTab] = useState<'rules' | 'list'>('rules');
  return (
    <>
      <PageHead title={words('crm.contactRules.title')} />
      <PageCard sx={{ overflow: 'hidden' }}>
        <Tabs
          value={tab}
          aria-label={words('crm.contactRules.tabs')}
          onChange={(_event, value: 'rules' | 'list') => {
            setTab(value);
          }}
          sx={{ px: 2, flex: 'none' }}
        >
          <Tab
            value="rules"
            id="contact-rules-tab"
            aria-controls="contact-rules-panel"
            label={words('crm.contactRules.rules')}
          />
          <Tab
            value="list"
            id="do-not-contact-tab"
            aria-controls="do-not-contact-panel"
            label={words('crm.contactRules.list')}
          />
        </Tabs>
        {tab === 'rules' ? <RulesPanel /> : <DoNotContactPanel />}
      </PageCard>
    </>
  );
}
