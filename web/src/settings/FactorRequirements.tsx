import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { roleName } from '@crm/contracts/codes/roles.js';
import type { FactorRequirement } from '@crm/contracts/entities/factor-requirement.js';
import { useSecondFactorMessages } from '../i18n/second-factor.en.js';

/** Whether two settings ask the same of every role. */
export const isSameRequirement = (one: FactorRequirement, other: FactorRequirement): boolean =>
  roleName.options.every((role) => one[role] === other[role]);

/** From which day on each role needs a second factor; an empty day asks for none. */
export function FactorRequirements({
  value,
  onChange,
}: {
  value: FactorRequirement;
  onChange: (requirement: FactorRequirement) => void;
}) {
  const translate = useSecondFactorMessages();
  return (
    <Box role="group" aria-labelledby="factor-requirement">
      <Typography id="factor-requirement" variant="subtitle1" component="h3" sx={{ mb: 1 }}>
        {translate('crm.requirement.title')}
      </Typography>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(160px, 1fr))', gap: 1.5 }}>
        {roleName.options.map((role) => (
          <TextField
            key={role}
            type="date"
            label={translate('crm.requirement.day', { role: translate(`crm.requirement.roles.${role}`) })}
            value={value[role] ?? ''}
            onChange={({ target }) => {
              const { [role]: _before, ...others } = value;
              onChange(target.value === '' ? others : { ...others, [role]: target.value });
            }}
            slotProps={{ inputLabel: { shrink: true } }}
          />
        ))}
      </Box>
      <FormHelperText>{translate('crm.requirement.hint')}</FormHelperText>
    </Box>
  );
}
