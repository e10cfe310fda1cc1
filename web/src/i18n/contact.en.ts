/** Who may be contacted, when and how often. */
export const contactMessages = {
  contact: {
    asking: 'Checking permission…',
    unknown: 'Permission could not be checked. Try again in a moment',
    none: 'No number',
    callAndText: 'May be called and texted',
    call: 'May be called',
    text: 'May be texted',
    mayNot: 'May not be contacted',
    mayNotCall: 'No calls',
    mayNotText: 'No texts',
    from: 'Calls and texts from %{time}',
    callsFrom: 'Calls from %{time}',
    textsFrom: 'Texts from %{time}',
    secondPhone: 'Second phone',
    allow: 'Allow',
  },
};
