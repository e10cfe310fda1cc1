import GavelOutlined from '@mui/icons-material/GavelOutlined';
import Box from '@mui/material/Box';
import { contactRules } from '@crm/contracts/resources/contact-rule.js';
import { shownWeek } from '@crm/contracts/resources/week-hours.js';
import { pacificDate, shownDate } from '@crm/contracts/time/pacific.js';
import { Clamped } from '../../controls/Clamped.js';
import { useContactRuleMessages } from '../../i18n/contact-rules.en.js';
import { defaultView } from '../default-view.js';
import { ResourcePage } from '../ResourcePage.js';
import { ClosedDaysInput } from './ClosedDaysInput.js';
import { FreeStateInput } from './FreeStateInput.js';
import { HoursInputs } from './HoursInputs.js';
import { NewerTable } from './NewerTable.js';
import { useNewerTable } from './useNewerTable.js';
import { shownValue } from '../../fields/shown-value.js';

const lines = (texts: readonly (string | false)[]) =>
  texts.filter((text) => text !== false).map((text) => <Box key={text}>{text}</Box>);

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
        cell: ({ hours }) => lines(shownWeek(hours)),
      },
      closed_days: { width: 180, wide: 320, wraps: true },
      channels: {
        width: 87,
        wraps: true,
        cell: ({ channels, no_automated_dialling }) =>
          lines([
            shownValue(contactRules.fields.channels, channels),
            no_automated_dialling === 1 && translate('crm.contactRules.noDialler'),
          ]),
      },
      // What a limit is of stands with it: columns of their own would leave no room for the source.
      max_attempts: {
        width: 80,
        wraps: true,
        cell: ({ max_attempts, attempts_per_person, customer_months }) =>
          max_attempts === null
            ? translate('crm.contactRules.noLimit')
            : lines([
                attempts_per_person === 1
                  ? translate('crm.contactRules.perPerson', { count: max_attempts })
                  : String(max_attempts),
                customer_months !== null &&
                  translate('crm.contactRules.freeCustomers', { count: customer_months }),
              ]),
      },
      source: {
        width: 265,
        wide: 520,
        wraps: true,
        cell: ({ source, counsel, consent_for }) => (
          <Clamped lines={4}>
            {lines([
              source,
              consent_for.length > 0 &&
                translate('crm.contactRules.consentFor', {
                  what: shownValue(contactRules.fields.consent_for, consent_for),
                }),
              counsel !== '' && translate('crm.contactRules.askCounsel', { text: counsel }),
            ])}
          </Clamped>
        ),
      },
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
