import { useState } from 'react';
import EditOutlined from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { ListBase, useListContext } from 'react-admin';
import type { ContactRule } from '@crm/contracts/entities/contact.js';
import { shownDate } from '@crm/contracts/time/pacific.js';
import { IconAction } from '../controls/IconAction.js';
import { useTranslate } from '../i18n/useTranslate.js';
import { labelled } from '../lists/list-column.js';
import { ListRows } from '../lists/ListTable.js';
import { closedDayMessages } from './closed-days.rules.js';
import { ruleName, shownHours } from './shown-rule.rules.js';
import { RuleDialog } from './RuleDialog.js';
import { contactRules } from './useContactRules.js';

/** The table of hours and attempts: what holds everywhere, then the states that are stricter. */
export const RulesPanel = () => (
  <ListBase resource={contactRules} perPage={100} disableAuthentication disableSyncWithLocation>
    <Rules />
  </ListBase>
);

function Rules() {
  const translate = useTranslate();
  const { data: rules } = useListContext<ContactRule>();
  const [open, setOpen] = useState<{ rule: ContactRule | undefined }>();
  const nameOf = ({ id }: ContactRule) => ruleName(id, translate('crm.contactRules.everywhere'));
  const hoursOf = (rule: ContactRule) =>
    shownHours(rule, {
      closed: translate('crm.contactRules.closed'),
      differs: translate('crm.contactRules.differs'),
    });
  const closedOf = ({ closed_days }: ContactRule) =>
    closed_days.map((day) => closedDayMessages(day, translate)).join(', ');
  const edit = (rule: ContactRule) => {
    const label = translate('crm.contactRules.edit', { name: nameOf(rule) });
    return (
      <IconAction
        label={label}
        onClick={() => {
          setOpen({ rule });
        }}
      >
        <EditOutlined />
      </IconAction>
    );
  };
  return (
    <Box
      id="contact-rules-panel"
      role="tabpanel"
      aria-labelledby="contact-rules-tab"
      sx={{ flex: 1, minHeight: 0, overflow: 'auto' }}
    >
      <ListRows<ContactRule>
        label={translate('crm.contactRules.rules')}
        columns={labelled(
          [
            { source: 'place', width: 130, names: true, cell: nameOf },
            { source: 'weekdays', width: 160, cell: (rule) => hoursOf(rule).others },
            { source: 'sunday', width: 120, cell: (rule) => hoursOf(rule).sunday },
            { source: 'closedDays', width: 170, wraps: true, cell: closedOf },
            {
              source: 'attempts',
              width: 90,
              cell: ({ max_attempts }) => max_attempts ?? translate('crm.contactRules.noLimit'),
            },
            { source: 'source', width: 290, wraps: true, cell: ({ source }) => source },
            { source: 'checked', width: 110, cell: ({ checked_on }) => shownDate(checked_on) },
            { source: 'actions', width: 80, align: 'right', cell: edit },
          ],
          (source) => translate(`crm.contactRules.${source}`),
        )}
        empty={null}
        failed={translate('crm.contactRules.failedTitle')}
        skeletonRows={5}
      />
      {rules && (
        <Box sx={{ p: 2 }}>
          <Button
            variant="outlined"
            onClick={() => {
              setOpen({ rule: undefined });
            }}
          >
            {translate('crm.contactRules.add')}
          </Button>
        </Box>
      )}
      {open && rules && (
        <RuleDialog
          rule={open.rule}
          taken={rules.map(({ id }) => id)}
          onClose={() => {
            setOpen(undefined);
          }}
        />
      )}
    </Box>
  );
}
