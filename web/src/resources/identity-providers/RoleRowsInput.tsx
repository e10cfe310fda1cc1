import AddOutlined from '@mui/icons-material/AddOutlined';
import CloseOutlined from '@mui/icons-material/CloseOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useInput } from 'react-admin';
import { z } from 'zod';
import { roleName, roles, roleTitles } from '@crm/contracts/codes/roles.js';
import { identityProviders, type RoleRow } from '@crm/contracts/resources/identity-provider.js';
import { IconAction } from '../../controls/IconAction.js';
import { shownError } from '../../fields/shown-error.js';
import { localise } from '../../i18n/language.js';
import { useSingleSignOnMessages } from '../../i18n/single-sign-on.en.js';

/** As they are typed: a value may still be empty. */
const typedRows = z.array(z.object({ value: z.string(), role: roleName }));

/** Which group or value of the claim gives which role, in the order in which they are looked up. */
export function RoleRowsInput() {
  const translate = useSingleSignOnMessages();
  const { field, fieldState } = useInput({ source: 'roles' });
  const rows = typedRows.parse(field.value);
  const onChange: (rows: RoleRow[]) => void = field.onChange;
  const error = shownError(fieldState.error);
  const change = (at: number, part: Partial<RoleRow>) => {
    onChange(rows.map((row, place) => (place === at ? { ...row, ...part } : row)));
  };
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}>
      <FormLabel component="legend">{localise(identityProviders.fields.roles.label)}</FormLabel>
      {rows.length === 0 && <FormHelperText>{translate('crm.singleSignOn.noRows')}</FormHelperText>}
      {rows.map(({ value, role }, at) => (
        // A row has nothing but its place to be told apart by while it is typed.
        <Box key={at} sx={{ display: 'flex', gap: 1, alignItems: 'end', mt: 1 }}>
          <TextField
            size="small"
            fullWidth
            label={translate('crm.singleSignOn.group')}
            value={value}
            onBlur={field.onBlur}
            onChange={({ target }) => {
              change(at, { value: target.value });
            }}
          />
          <TextField
            select
            size="small"
            label={translate('crm.singleSignOn.role')}
            value={role}
            onChange={({ target }) => {
              change(at, { role: roleName.parse(target.value) });
            }}
            sx={{ width: 160, flexShrink: 0 }}
          >
            {roleName.options.map((name) => (
              <MenuItem key={name} value={name}>
                {localise(roleTitles[roles[name]])}
              </MenuItem>
            ))}
          </TextField>
          <IconAction
            label={translate('crm.singleSignOn.removeRow', { value })}
            onClick={() => {
              onChange(rows.filter((_row, place) => place !== at));
            }}
          >
            <CloseOutlined />
          </IconAction>
        </Box>
      ))}
      <Button
        startIcon={<AddOutlined />}
        sx={{ mt: 1 }}
        onClick={() => {
          onChange([...rows, { value: '', role: 'agent' }]);
        }}
      >
        {translate('crm.singleSignOn.addRow')}
      </Button>
      {error !== undefined && <FormHelperText error>{error}</FormHelperText>}
    </Box>
  );
}
