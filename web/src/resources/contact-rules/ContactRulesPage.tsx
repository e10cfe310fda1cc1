import GavelOutlined from '@mui/icons-material/GavelOutlined';
import Box from '@mui/material/Box';
import { contactRules, shownWeek } from '@crm/contracts/resources/contact-rule.js';
import { pacificDate, shownDate } from '@crm/contracts/time/pacific.js';
import { useContactRuleMessages } from '../../i18n/contact-rules.en.js';
import { defaultView } from '../default-view.js';
import { ResourcePage } from '../ResourcePage.js';
import { ClosedDaysInput } from './ClosedDaysInput.js';
import { FreeStateInput } from './FreeStateInput.js';
import { HoursInputs } from './HoursInputs.js';
import { NewerTable } from './NewerTable.js';
import { useNewerTable } from './useNewerTable.js';

/** When and how often customers may be contacted: what holds everywhere, then the states that are stricter. */
export default function ContactRulesPage() {
  const translate = useContactRuleMessages();
  const { table, reread } = useNewerTable();
  const view = defaultView(contactRules, {
    Icon: GavelOutlined,
    emptyText: translate('crm.contactRules.emptyText'),
    ...(table !== undefined && { above: <NewerTable table={table} onAdopted={reread} /> }),
    // Few, and read as one table.
    perPage: 100,
    columns: {
      state: { width: 120, wide: 130 },
      hours: {
        width: 230,
        wraps: true,
        cell: ({ hours }) => shownWeek(hours).map((line) => <Box key={line}>{line}</Box>),
      },
      closed_days: { width: 180, wide: 320, wraps: true },
      channels: { width: 87 },
      max_attempts: {
        width: 80,
        cell: ({ max_attempts }) => max_attempts ?? translate('crm.contactRules.noLimit'),
      },
      attempts_per_person: { width: 74 },
      customer_months: { width: 88 },
      no_automated_dialling: { width: 78 },
      source: { width: 265, wide: 420, wraps: true },
      counsel: { width: 180, wide: 260, wraps: true },
      checked_on: { width: 88 },
    },
    initial: { channels: ['call', 'text'], checked_on: shownDate(pacificDate(new Date())) },
    inputs: { state: <FreeStateInput />, hours: <HoursInputs />, closed_days: <ClosedDaysInput /> },
    dialog: { isStrict: true },
    words: {
      add: translate('crm.contactRules.add'),
      addTitle: translate('crm.contactRules.add'),
      create: translate('crm.contactRules.save'),
      update: translate('crm.contactRules.save'),
    },
  });
  return <ResourcePage view={view} />;
}
