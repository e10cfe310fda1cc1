import { useEffect, useState } from 'react';
import CloseOutlined from '@mui/icons-material/CloseOutlined';
import SearchOutlined from '@mui/icons-material/SearchOutlined';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useEvent, useListContext } from 'react-admin';
import { useTranslate } from '../i18n/useTranslate.js';
import { filterValues, searchOf } from './filter-values.js';

interface Props {
  /** What is searched; also the placeholder. */
  label: string;
  clearLabel?: string;
}

/** Debounce of the search. */
const typingMs = 500;

/** Search-as-you-type for the surrounding list. */
export function ListSearch({ label, clearLabel }: Props) {
  const translate = useTranslate();
  const list = useListContext();
  const { setFilters } = list;
  const standing = searchOf(list.filterValues) ?? '';
  const [text, setText] = useState(standing);
  const [isTyping, setTyping] = useState(false);
  // Cleared or changed elsewhere: the field follows, unless it differs only in whitespace.
  useEffect(() => {
    setText((typed) => (typed.trim() === standing ? typed : standing));
  }, [standing]);

  const searchNow = useEvent((typed: string) => {
    setTyping(false);
    setText(typed);
    // Other filters stay.
    const { q: _searched, ...others } = filterValues.parse(list.filterValues);
    setFilters(typed.trim() === '' ? others : { ...others, q: typed.trim() }, undefined, false);
  });
  // React-admin's own debounce captures the list state at the last key: a change of rows per page after it would be
  // lost.
  useEffect(() => {
    if (!isTyping) return undefined;
    const here = window.location.pathname;
    const timer = setTimeout(() => {
      // Navigation to another page is in progress: a search would navigate back.
      if (window.location.pathname === here) searchNow(text);
    }, typingMs);
    return () => {
      clearTimeout(timer);
    };
  }, [isTyping, text, searchNow]);
  return (
    <OutlinedInput
      type="search"
      size="small"
      value={text}
      placeholder={label}
      onChange={({ target }) => {
        setTyping(true);
        setText(target.value);
      }}
      // Focusing another control of the list, such as rows per page, flushes the search; a link navigates away.
      onBlur={({ relatedTarget }) => {
        if (isTyping && relatedTarget !== null && relatedTarget.closest('a') === null) searchNow(text);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || text === '') return;
        event.preventDefault();
        searchNow('');
      }}
      inputProps={{ 'aria-label': label, maxLength: 100, enterKeyHint: 'search' }}
      startAdornment={
        <InputAdornment position="start">
          <SearchOutlined aria-hidden />
        </InputAdornment>
      }
      endAdornment={
        text !== '' && (
          <InputAdornment position="end">
            <IconButton
              edge="end"
              size="small"
              aria-label={clearLabel ?? translate('crm.list.clearSearch')}
              onClick={() => {
                searchNow('');
              }}
            >
              <CloseOutlined />
            </IconButton>
          </InputAdornment>
        )
      }
      sx={{
        width: { xs: '100%', sm: 360 },
        '& input': { pl: 0 },
        '& input::-webkit-search-cancel-button': { display: 'none' },
      }}
    />
  );
}
