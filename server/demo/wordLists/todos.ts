/** Texts of tasks with the placeholder {customer}. */
export const todoWords: readonly { name: string; description: string }[] = [
  {
    name: 'Send renewal offer to {customer}',
    description: '<p>Prices for <strong>12 and 24 months</strong>, the fee apart.</p>',
  },
  {
    name: 'Ask {customer} for the usage history',
    description: '<p>Twelve months, by meter, as the utility reports them.</p>',
  },
  {
    name: 'Get the letter of authorization from {customer}',
    description:
      '<p>The form of last year has expired.</p><ul><li>Signature</li><li>Date</li><li>Account numbers</li></ul>',
  },
  {
    name: 'Check the invoice of {customer}',
    description: '<p>They say that the utility charge stands on it twice.</p>',
  },
  {
    name: 'Call {customer} about the swing',
    description: '<p>The new line uses more than the contract allows for.</p>',
  },
  {
    name: 'Refresh the prices for {customer}',
    description: '<p>The market has moved; the old offer no longer holds.</p>',
  },
  {
    name: 'Prepare the comparison for {customer}',
    description: '<p>Utility, fixed and index on <em>one</em> page.</p>',
  },
  {
    name: 'Update the meter list of {customer}',
    description: '<p>Two meters were closed in spring, one is new.</p>',
  },
  {
    name: 'Ask {customer} for the credit form',
    description: '<p>The supplier wants financial statements of two years.</p>',
  },
  {
    name: 'Remind {customer} of the notice period',
    description: '<p>Notice is due 60 days before the contract ends.</p>',
  },
  {
    name: 'Enter the bids for {customer}',
    description:
      '<p>Four suppliers have answered.</p><ol><li>Enter terms</li><li>Enter swing</li><li>Attach the offers</li></ol>',
  },
  {
    name: 'Thank {customer} for the signature',
    description: '<p>And tell them when the first invoice comes.</p>',
  },
]

/** Minutes that a task takes. */
export const todoMinutes = [15, 15, 20, 30, 30, 45, 60, 5, 50]

/** Days within which a task is done. */
export const todoDays = [1, 2, 3, 3, 5, 5, 10, 14]
