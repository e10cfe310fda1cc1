import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { PersonForm } from '@crm/contracts/leads/health-form.rules.js';
import { SegmentsOf } from '../../controls/SegmentsOf.js';
import { useWords } from '../../i18n/useWords.js';
import { SwitchField, TypedField } from '../../fields/typed-fields.js';
import { Cell } from '../life-form/field-grid.js';
import { fieldId, useHealthFormContext } from './form-context.js';

interface Props {
  /** `spouse` or `children.0`: where its fields stand in the form. */
  place: string;
  title: string;
  person: PersonForm;
  onChange: (change: Partial<PersonForm>) => void;
}

/** A spouse or a child (lead-work section 3, Person). */
export function PersonBlock({ place, title, person, onChange }: Props) {
  const words = useWords();
  const { bind } = useHealthFormContext();
  return (
    <Box
      role="group"
      aria-label={title}
      sx={(theme) => ({
        mt: 1,
        p: 1.5,
        border: `1px solid ${theme.palette.border.subtle}`,
        borderRadius: `${String(theme.radius.control)}px`,
      })}
    >
      <Typography variant="caption" component="h4" sx={{ mb: 1, fontWeight: 600, color: 'text.secondary' }}>
        {title}
      </Typography>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(12, minmax(0, 1fr))' },
          columnGap: 2,
          rowGap: 1.5,
          alignItems: 'start',
        }}
      >
        <Cell width={6}>
          <TypedField
            {...bind(`${place}.name`)}
            label={words('crm.healthForm.name')}
            value={person.name}
            onType={(name) => {
              onChange({ name });
            }}
          />
        </Cell>
        <Cell width={6}>
          <SegmentsOf
            label={words('crm.healthForm.gender')}
            value={person.gender}
            choices={[
              { value: 'm', text: words('crm.lifeForm.male') },
              { value: 'f', text: words('crm.lifeForm.female') },
            ]}
            onPick={(gender) => {
              onChange({ gender });
            }}
          />
        </Cell>
        <Cell width={3}>
          <TypedField
            {...bind(`${place}.height`)}
            mask="inches"
            label={words('crm.healthForm.inches')}
            value={person.height}
            onType={(height) => {
              onChange({ height });
            }}
          />
        </Cell>
        <Cell width={3}>
          <TypedField
            {...bind(`${place}.weight`)}
            mask="weight"
            label={words('crm.healthForm.weight')}
            value={person.weight}
            onType={(weight) => {
              onChange({ weight });
            }}
          />
        </Cell>
        <Cell width={3}>
          <TypedField
            {...bind(`${place}.birth_date`)}
            mask="plainDate"
            placeholder={words('crm.healthForm.dateMask')}
            label={words('crm.healthForm.birth_date')}
            value={person.birth_date}
            onType={(birth_date) => {
              onChange({ birth_date });
            }}
          />
        </Cell>
        <Box sx={{ gridColumn: 'span 3', pt: { sm: 2.5 } }}>
          <SwitchField
            id={fieldId(`${place}.tobacco`)}
            label={words('crm.healthForm.tobacco')}
            value={person.tobacco}
            onSwitch={(tobacco) => {
              onChange({ tobacco });
            }}
          />
        </Box>
      </Box>
    </Box>
  );
}
