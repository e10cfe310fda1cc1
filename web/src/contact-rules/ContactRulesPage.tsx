import { useState } from 'react';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useTranslate } from '../i18n/useTranslate.js';
import { PageCard } from '../controls/PageCard.js';
import { PageHead } from '../controls/PageHead.js';
import { DoNotContactPanel } from './DoNotContactPanel.js';
import { RulesPanel } from './RulesPanel.js';

/** When and how often customers may be contacted, and who may not be. */
export default function ContactRulesPage() {
  const translate = useTranslate();
  const [tab, setTab] = useState<'rules' | 'list'>('rules');
  return (
    <>
      <PageHead title={translate('crm.contactRules.title')} />
      <PageCard sx={{ overflow: 'hidden' }}>
        <Tabs
          value={tab}
          aria-label={translate('crm.contactRules.tabs')}
          onChange={(_event, value: 'rules' | 'list') => {
            setTab(value);
          }}
          sx={{ px: 2, flex: 'none' }}
        >
          <Tab
            value="rules"
            id="contact-rules-tab"
            aria-controls="contact-rules-panel"
            label={translate('crm.contactRules.rules')}
          />
          <Tab
            value="list"
            id="do-not-contact-tab"
            aria-controls="do-not-contact-panel"
            label={translate('crm.contactRules.list')}
          />
        </Tabs>
        {tab === 'rules' ? <RulesPanel /> : <DoNotContactPanel />}
      </PageCard>
    </>
  );
}
