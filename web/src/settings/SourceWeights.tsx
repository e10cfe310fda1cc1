import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import {
  normalWeight,
  sources,
  sourceWeight,
  type SourceName,
  type SourceWeight,
} from '@crm/contracts/codes/sources.js';
import type { Settings } from '@crm/contracts/entities/user.js';
import { usePeopleMessages } from '../i18n/people.en.js';

type Weights = Settings['source_weights'];

const named = { 1: 'later', 2: 'normal', 3: 'first' } as const satisfies Record<SourceWeight, string>;
const weights = sourceWeight.options.map(({ value }) => value);
const weightOf = (of: Weights, name: SourceName) => of[name] ?? normalWeight;

/** Whether two settings weigh every source alike. */
export const isSameWeights = (one: Weights, other: Weights): boolean =>
  sources.every(({ name }) => weightOf(one, name) === weightOf(other, name));

/** How early the leads of each source come in the day of agents. */
export function SourceWeights({ value, onChange }: { value: Weights; onChange: (weights: Weights) => void }) {
  const translate = usePeopleMessages();
  return (
    <Box role="group" aria-labelledby="source-weights">
      <Typography id="source-weights" variant="subtitle1" component="h3" sx={{ mb: 1 }}>
        {translate('crm.company.weights')}
      </Typography>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(150px, 1fr))', gap: 1.5 }}>
        {sources.map(({ name, title }) => (
          <TextField
            key={name}
            select
            label={title}
            value={weightOf(value, name)}
            onChange={({ target }) => {
              onChange({ ...value, [name]: sourceWeight.parse(Number(target.value)) });
            }}
          >
            {weights.map((weight) => (
              <MenuItem key={weight} value={weight}>
                {translate(`crm.company.weight.${named[weight]}`)}
              </MenuItem>
            ))}
          </TextField>
        ))}
      </Box>
      <FormHelperText>{translate('crm.company.weightsHelp')}</FormHelperText>
    </Box>
  );
}
