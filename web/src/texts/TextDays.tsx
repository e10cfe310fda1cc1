import Box from '@mui/material/Box';
import type { TextMessage } from '@crm/contracts/entities/messaging.js';
import { useNow } from '../controls/useNow.js';
import { dayHeading } from '../i18n/shown-days.js';
import { useTextMessages } from '../i18n/texts.en.js';
import { textDays } from './conversation.rules.js';
import { TextItem } from './TextItem.js';

interface Props {
  texts: readonly TextMessage[];
  onSeen: (text: TextMessage) => void;
}

/** The texts of a conversation below the headings of their days. */
export function TextDays({ texts, onSeen }: Props) {
  const translate = useTextMessages();
  const now = useNow();
  return (
    <Box
      component="ul"
      aria-label={translate('crm.text.list')}
      sx={{ listStyle: 'none', m: 0, px: 2, pt: 1.5, pb: 0 }}
    >
      {textDays(texts).flatMap(({ day, texts: shown }) =>
        shown.map((each, index) => (
          <TextItem
            key={each.text.id}
            {...each}
            {...(index === 0 && { heading: dayHeading(day, now) })}
            onSeen={onSeen}
          />
        )),
      )}
    </Box>
  );
}
