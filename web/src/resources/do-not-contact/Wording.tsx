import { Fragment } from 'react';
import Box from '@mui/material/Box';
import type { OptOutWording } from '@crm/contracts/customers/contact.js';
import { useContactRuleMessages } from '../../i18n/contact-rules.en.js';
import { excerptOf, piecesOf } from './wording.rules.js';

/** What a customer wrote, with the words that made it an opt-out marked, and the version of the rules that say so. */
export function Wording({ wording, isWhole = false }: { wording: OptOutWording; isWhole?: boolean }) {
  const translate = useContactRuleMessages();
  return (
    <Box sx={{ overflowWrap: 'anywhere' }}>
      <Box component="q" sx={{ whiteSpace: 'pre-line' }}>
        {piecesOf(isWhole ? wording : excerptOf(wording)).map(({ from, text, isMarked }) =>
          isMarked ? (
            <Box
              key={from}
              component="mark"
              sx={{
                px: 0.25,
                borderRadius: 0.5,
                color: 'text.primary',
                backgroundColor: 'hue.orange.chip',
                fontWeight: 600,
                textDecoration: 'underline',
                textUnderlineOffset: 3,
              }}
            >
              {text}
            </Box>
          ) : (
            <Fragment key={from}>{text}</Fragment>
          ),
        )}
      </Box>
      <Box
        component="span"
        sx={(theme) => ({ ...theme.typography.caption, display: 'block', color: 'text.secondary' })}
      >
        {translate('crm.doNotContact.rules', { version: wording.rules })}
      </Box>
    </Box>
  );
}
