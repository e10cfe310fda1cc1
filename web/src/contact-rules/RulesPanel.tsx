import { useState } from 'react';
import EditOutlined from '@mui/icons-material/EditOutlined';
import GavelOutlined from '@mui/icons-material/GavelOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Tooltip from '@mui/material/Tooltip';
import type { ContactRule } from '@crm/contracts/entities/contact.js';
import { shownDate } from '@crm/contracts/time/pacific.js';
import { useWords } from '../i18n/useWords.js';
import { TableNotice } from '../lists/TableNotice.js';
import { closedDayWords } from './closed-days.rules.js';
import { ruleName, shownHours } from './rule-form.rules.js';
import { RuleDialog } from './RuleDialog.js';
import { useContactRules } from './useContactRules.js';

const columns = [
  'crm.contactRules.place',
  'crm.contactRules.weekdays',
  'crm.contactRules.sunday',
  'crm.contactRules.closedDays',
  'crm.contactRules.attempts',
  'crm.contactRules.source',
  'crm.contactRules.checked',
] as const;

/** The table of hours and attempts: what holds everywhere, then the states that are stricter. */
export function RulesPanel() {
  const words = useWords();
  const { data: rules, isError, refetch } = useContactRules();
  const [open, setOpen] = useState<{ rule: ContactRule | undefined }>();
  return (
    <Box
      id="contact-rules-panel"
      role="tabpanel"
      aria-labelledby="contact-rules-tab"
      sx={{ flex: 1, minHeight: 0, overflow: 'auto' }}
    >
      <Table size="small" stickyHeader sx={{ minWidth: 1000 }}>
        <TableHead>
          <TableRow>
            {columns.map((label) => (
              <TableCell key={label}>{words(label)}</TableCell>
            ))}
            <TableCell align="right">{words('crm.contactRules.actions')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {isError && (
            <TableNotice
              role="alert"
              icon={<GavelOutlined />}
              title={words('crm.contactRules.failedTitle')}
              text={words('crm.contactRules.failedText')}
              actions={
                <Button variant="contained" onClick={() => void refetch()}>
                  {words('crm.action.retry')}
                </Button>
              }
            />
          )}
          {rules?.map((rule) => (
            <Row
              key={rule.id}
              rule={rule}
              onEdit={() => {
                setOpen({ rule });
              }}
            />
          ))}
        </TableBody>
      </Table>
      {rules && (
        <Box sx={{ p: 2 }}>
          <Button
            variant="outlined"
            onClick={() => {
              setOpen({ rule: undefined });
            }}
          >
            {words('crm.contactRules.add')}
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

function Row({ rule, onEdit }: { rule: ContactRule; onEdit: () => void }) {
  const words = useWords();
  const name = ruleName(rule.id, words('crm.contactRules.everywhere'));
  const edit = words('crm.contactRules.edit', { name });
  const { sunday, others } = shownHours(rule, {
    closed: words('crm.contactRules.closed'),
    differs: words('crm.contactRules.differs'),
  });
  return (
    <TableRow>
      <TableCell component="th" scope="row" sx={{ fontWeight: 500, whiteSpace: 'nowrap' }}>
        {name}
      </TableCell>
      <TableCell sx={{ whiteSpace: 'nowrap' }}>{others}</TableCell>
      <TableCell sx={{ whiteSpace: 'nowrap' }}>{sunday}</TableCell>
      <TableCell sx={{ minWidth: 160, whiteSpace: 'normal', py: 1 }}>
        {rule.closed_days.map((day) => closedDayWords(day, words)).join(', ')}
      </TableCell>
      <TableCell>{rule.max_attempts ?? words('crm.contactRules.noLimit')}</TableCell>
      <TableCell sx={{ minWidth: 280, whiteSpace: 'normal', color: 'text.secondary', py: 1 }}>
        {rule.source}
      </TableCell>
      <TableCell>{shownDate(rule.checked_on)}</TableCell>
      <TableCell align="right">
        <Tooltip title={edit}>
          <IconButton aria-label={edit} onClick={onEdit}>
            <EditOutlined />
          </IconButton>
        </Tooltip>
      </TableCell>
    </TableRow>
  );
}
