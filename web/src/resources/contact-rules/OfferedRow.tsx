import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import type { Fields } from '@crm/contracts/fields/field.js';
import { contactRules } from '@crm/contracts/resources/contact-rule.js';
import { useContactRuleMessages } from '../../i18n/contact-rules.en.js';
import type { OfferedTable } from './useNewerTable.js';
import { shownValue } from '../../fields/shown-value.js';

interface Props {
  row: OfferedTable['rows'][number];
  isSaving: boolean;
  onAdopt: () => void;
}

const { state, ...compared } = contactRules.fields;
const fields: Fields = compared;

/** A value as people read it; empty for none. */
function shown(key: string, values: Readonly<Record<string, unknown>> | null): string {
  const value = values?.[key];
  return value === null || value === undefined ? '' : (fields[key]?.shown(value) ?? '');
}

/** One rule of the newer table: what differs from the rule in force, and the button that adopts it. */
export function OfferedRow({ row: { yours, offered, is_edited }, isSaving, onAdopt }: Props) {
  const translate = useContactRuleMessages();
  const name = shownValue(state, offered.state);
  const differing = Object.keys(fields).filter((key) => shown(key, yours) !== shown(key, offered));
  const nothing = translate('crm.contactRules.nothing');
  return (
    <Box component="section" aria-label={name} sx={{ mb: 3 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Typography variant="subtitle1" component="h3" sx={{ flex: 1 }}>
          {name}
        </Typography>
        {is_edited && <Chip size="small" label={translate('crm.contactRules.editedHere')} />}
        <Button
          size="small"
          variant="outlined"
          disabled={isSaving}
          aria-label={translate('crm.contactRules.adoptOne', { name })}
          onClick={onAdopt}
        >
          {translate('crm.contactRules.adopt')}
        </Button>
      </Box>
      {yours === null && (
        <Typography variant="body2" color="textSecondary">
          {translate('crm.contactRules.noRule')}
        </Typography>
      )}
      <Table size="small" sx={{ tableLayout: 'fixed', '& td': { verticalAlign: 'top' } }}>
        <TableHead>
          <TableRow>
            <TableCell sx={{ width: 150 }}>{translate('crm.contactRules.field')}</TableCell>
            <TableCell>{translate('crm.contactRules.yours')}</TableCell>
            <TableCell>{translate('crm.contactRules.offered')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {differing.map((key) => (
            <TableRow key={key}>
              <TableCell component="th" scope="row">
                {fields[key]?.label}
              </TableCell>
              <TableCell sx={{ overflowWrap: 'anywhere' }}>{shown(key, yours) || nothing}</TableCell>
              <TableCell sx={{ overflowWrap: 'anywhere' }}>{shown(key, offered) || nothing}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}
