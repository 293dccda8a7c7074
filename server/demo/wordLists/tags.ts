/** The tags of the demo installation. */
export const tagWords: readonly { name: string; color: string; description: string }[] = [
  { name: 'RFP', color: '#1f6feb', description: 'Came in as a request for proposal.' },
  { name: 'Renewal', color: '#2e7d32', description: 'Replaces a contract that is about to end.' },
  { name: 'New business', color: '#00796b', description: 'The customer has not bought through us before.' },
  {
    name: 'Swing',
    color: '#8250df',
    description: 'Usage may leave the contracted volume by more than 10 %.',
  },
  {
    name: 'Credit hold',
    color: '#b42318',
    description: 'No pricing until the supplier has cleared the credit.',
  },
  { name: 'Priority', color: '#d1580a', description: 'Somebody works on it every day.' },
  { name: 'Multi-site', color: '#57606a', description: 'Several meters or service locations in one deal.' },
  { name: 'Index', color: '#0b7285', description: 'The customer asked for an index price.' },
  {
    name: 'Fixed price',
    color: '#5c7cfa',
    description: 'The customer asked for one price for the whole term.',
  },
  {
    name: 'Winter peak',
    color: '#364fc7',
    description: 'More than half of the volume falls into the winter.',
  },
  { name: 'LOA pending', color: '#9c6f00', description: 'The letter of authorization is not signed yet.' },
  { name: 'Awaiting usage', color: '#795548', description: 'The usage history of twelve months is missing.' },
  { name: 'Public sector', color: '#3d5a45', description: 'Procurement rules apply.' },
  { name: 'Lost to utility', color: '#222', description: 'Stayed with, or went back to, the utility.' },
]
