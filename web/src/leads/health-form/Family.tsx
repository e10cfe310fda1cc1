import AddOutlined from '@mui/icons-material/AddOutlined';
import RemoveOutlined from '@mui/icons-material/RemoveOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useWatch } from 'react-hook-form';
import {
  addChild,
  removeChild,
  toggleChildren,
  toggleSpouse,
} from '@crm/contracts/leads/health-form.rules.js';
import { maxChildren, relativeFields } from '@crm/contracts/resources/family.js';
import { healthLeads } from '@crm/contracts/resources/health-lead.js';
import { FieldInput } from '../../fields/FieldInput.js';
import { SwitchField } from '../../fields/typed-fields.js';
import { useLeadFormMessages } from '../../i18n/lead-form.en.js';
import { Cell, FieldGrid } from '../form/field-grid.js';
import { useLeadFormContext } from '../form/form-context.js';
import type { PlacedLook } from '../form/form-kind.js';
import { isPeople, isPerson } from './person-form.js';

const wholeRow = { gridColumn: '1 / -1', minWidth: 0 } as const;

/** The spouse, behind a toggle (rule L21). */
export function Spouse() {
  const { idOf, choose } = useLeadFormContext();
  const spouse: unknown = useWatch({ name: 'spouse' });
  const { label } = healthLeads.fields.spouse;
  return (
    <Box sx={wholeRow}>
      <SwitchField
        id={idOf('spouse')}
        label={label}
        value={isPerson(spouse) ? 1 : 0}
        onSwitch={(on) => {
          choose('spouse', toggleSpouse(on).spouse);
        }}
      />
      {isPerson(spouse) && <PersonBlock place="spouse" title={label} />}
    </Box>
  );
}

/** The children behind theirs, and how many they are. */
export function Children() {
  const translate = useLeadFormMessages();
  const { idOf, choose } = useLeadFormContext();
  const typed: unknown = useWatch({ name: 'children' });
  const children = isPeople(typed) ? typed : [];
  return (
    <Box sx={wholeRow}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
        <SwitchField
          id={idOf('children')}
          label={healthLeads.fields.children.label}
          value={children.length > 0 ? 1 : 0}
          onSwitch={(on) => {
            choose('children', toggleChildren(on).children);
          }}
        />
        {children.length > 0 && (
          <Counter
            count={children.length}
            onChange={(by) => {
              const changed = by === 'more' ? addChild({ children }) : removeChild({ children });
              choose('children', changed.children);
            }}
          />
        )}
      </Box>
      {children.map((_child, index) => (
        <PersonBlock
          // A child has nothing of its own to be told apart by but its place, and only the last is removed.
          key={index}
          place={`children.${String(index)}`}
          title={translate('crm.healthForm.child', { number: index + 1 })}
        />
      ))}
    </Box>
  );
}

const layout: Readonly<Record<string, Partial<PlacedLook>>> = {
  name: { width: 6 },
  gender: { width: 6 },
  tobacco: { isLevel: true },
};

/** A spouse or a child (rule L6), by the place of its fields in the form. */
function PersonBlock({ place, title }: { place: string; title: string }) {
  const { errorOf } = useLeadFormContext();
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
      <FieldGrid>
        {Object.entries(relativeFields).map(([key, field]) => {
          const look = layout[key];
          return (
            <Cell key={key} width={look?.width ?? 3}>
              <FieldInput
                source={`${place}.${key}`}
                field={field}
                look={look}
                error={errorOf(`${place}.${key}`)}
              />
            </Cell>
          );
        })}
      </FieldGrid>
    </Box>
  );
}

function Counter({ count, onChange }: { count: number; onChange: (by: 'more' | 'less') => void }) {
  const translate = useLeadFormMessages();
  const isFull = count >= maxChildren;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
      <IconButton
        size="small"
        aria-label={translate('crm.healthForm.removeChild')}
        onClick={() => {
          onChange('less');
        }}
      >
        <RemoveOutlined fontSize="small" />
      </IconButton>
      <Typography
        variant="body2"
        role="status"
        aria-label={translate('crm.healthForm.childrenCount', { count })}
        sx={{ minWidth: 20, textAlign: 'center', fontWeight: 600 }}
      >
        {count}
      </Typography>
      <IconButton
        size="small"
        aria-label={translate(isFull ? 'crm.healthForm.maxChildren' : 'crm.healthForm.addChild')}
        aria-disabled={isFull}
        onClick={() => {
          onChange('more');
        }}
      >
        <AddOutlined fontSize="small" />
      </IconButton>
    </Box>
  );
}
