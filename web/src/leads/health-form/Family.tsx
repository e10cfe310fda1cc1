import AddOutlined from '@mui/icons-material/AddOutlined';
import RemoveOutlined from '@mui/icons-material/RemoveOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import {
  addChild,
  mostChildren,
  removeChild,
  toggleChildren,
  toggleSpouse,
  type PersonForm,
} from '@crm/contracts/leads/health-form.rules.js';
import { useWords } from '../../i18n/useWords.js';
import { SwitchField } from '../../fields/typed-fields.js';
import { fieldId, useHealthFormContext } from './form-context.js';
import { PersonBlock } from './PersonBlock.js';

const wholeRow = { gridColumn: '1 / -1', minWidth: 0 } as const;

/** The spouse and the children, each behind its toggle (lead-work section 4, Health form). */
export function Family() {
  const words = useWords();
  const { values, change } = useHealthFormContext();
  const { spouse, children } = values;
  const changeChild = (at: number, changed: Partial<PersonForm>) => {
    change({ children: children.map((child, index) => (index === at ? { ...child, ...changed } : child)) });
  };
  return (
    <>
      <Box sx={wholeRow}>
        <SwitchField
          id={fieldId('spouse')}
          label={words('crm.healthForm.spouse')}
          value={spouse ? 1 : 0}
          onSwitch={(on) => {
            change(toggleSpouse(on));
          }}
        />
        {spouse && (
          <PersonBlock
            place="spouse"
            title={words('crm.healthForm.spouse')}
            person={spouse}
            onChange={(changed) => {
              change({ spouse: { ...spouse, ...changed } });
            }}
          />
        )}
      </Box>
      <Box sx={wholeRow}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
          <SwitchField
            id={fieldId('children')}
            label={words('crm.healthForm.children')}
            value={children.length > 0 ? 1 : 0}
            onSwitch={(on) => {
              change(toggleChildren(on));
            }}
          />
          {children.length > 0 && <Counter />}
        </Box>
        {children.map((child, index) => (
          <PersonBlock
            // A child has nothing of its own to be told apart by but its place, and only the last is removed.
            key={index}
            place={`children.${String(index)}`}
            title={words('crm.healthForm.child', { number: index + 1 })}
            person={child}
            onChange={(changed) => {
              changeChild(index, changed);
            }}
          />
        ))}
      </Box>
    </>
  );
}

function Counter() {
  const words = useWords();
  const { values, change } = useHealthFormContext();
  const count = values.children.length;
  const isFull = count >= mostChildren;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
      <IconButton
        size="small"
        aria-label={words('crm.healthForm.removeChild')}
        onClick={() => {
          change(removeChild(values));
        }}
      >
        <RemoveOutlined fontSize="small" />
      </IconButton>
      <Typography
        variant="body2"
        role="status"
        aria-label={words('crm.healthForm.childrenCount', { count })}
        sx={{ minWidth: 20, textAlign: 'center', fontWeight: 600 }}
      >
        {count}
      </Typography>
      <IconButton
        size="small"
        aria-label={words(isFull ? 'crm.healthForm.mostChildren' : 'crm.healthForm.addChild')}
        aria-disabled={isFull}
        onClick={() => {
          change(addChild(values));
        }}
      >
        <AddOutlined fontSize="small" />
      </IconButton>
    </Box>
  );
}
