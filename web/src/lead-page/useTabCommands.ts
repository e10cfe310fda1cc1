import { useState } from 'react';
import { useEvent } from 'react-admin';
import TabOutlined from '@mui/icons-material/TabOutlined';
import { useLeadPageMessages } from '../i18n/lead-page.en.js';
import { usePaletteMessages } from '../i18n/palette.en.js';
import type { LeadTab } from '../leads/lead/lead-tab.js';
import { useCommands } from '../shortcuts/commands.js';

/** Offers each tab in the overlay; answers which one the focus goes into once it is there, and whom to tell that it is. */
export function useTabCommands(tabs: readonly LeadTab[], open: (tab: LeadTab) => void) {
  const translate = usePaletteMessages();
  const translateLead = useLeadPageMessages();
  const [entered, setEntered] = useState<string>();
  const onEntered = useEvent(() => {
    setEntered(undefined);
  });
  useCommands({
    title: translateLead('crm.lead.workTabs'),
    commands: tabs.map((tab) => ({
      id: `tab-${tab.key}`,
      label: translate('crm.palette.openTab', { tab: tab.label(translateLead) }),
      Icon: TabOutlined,
      isSearchedOnly: true,
      act: () => {
        setEntered(tab.key);
        open(tab);
      },
    })),
  });
  return { entered, onEntered };
}
