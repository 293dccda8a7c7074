/** Messages between the demo's people. */
export const messageWords: readonly { subject: string; text: string }[] = [
  {
    subject: 'Usage history',
    text: '<p>Attached you find what the utility sent. <strong>Two meters are missing.</strong></p>',
  },
  { subject: 'Prices for next week', text: '<p>Could we have 12 and 24 months by Tuesday?</p>' },
  { subject: 'Letter of authorization', text: '<p>Signed and on its way.</p>' },
  {
    subject: 'Invoice of last month',
    text: '<p>The utility charge stands on it twice. Can you have a look?</p>',
  },
  {
    subject: 'Winter strip',
    text: '<p>The strip is down four cents since Monday. Now would be a good moment.</p>',
  },
  {
    subject: 'Meeting on Thursday',
    text: "<p>Ten o'clock works for us.</p><ul><li>Term</li><li>Swing</li><li>Fee</li></ul>",
  },
  { subject: 'New meter', text: '<p>The new line has its own meter from the first of next month.</p>' },
  { subject: 'Credit form', text: '<p>Our controller sends the statements today.</p>' },
  {
    subject: 'Plant shutdown in July',
    text: '<p>Two weeks without any gas. Does the contract allow for it?</p>',
  },
  {
    subject: 'Contract ends in spring',
    text: '<p>Remind me: how long before do we have to give notice?</p>',
  },
  {
    subject: 'Comparison with the utility',
    text: '<p>As one page, please. <em>The board reads nothing longer.</em></p>',
  },
  { subject: 'Bids', text: '<p>Three are in, the fourth comes this afternoon.</p>' },
  { subject: 'Address change', text: '<p>Invoices go to the new office from now on.</p>' },
  { subject: 'Thank you', text: '<p>That went faster than last time. Thank you for your help.</p>' },
  { subject: 'Question about the swing', text: '<p>What does it cost us to go from 10 % to 25 %?</p>' },
  { subject: 'Handover', text: '<p>I am away next week; please take over the open bids.</p>' },
]

/** Their answers. */
export const replyWords: readonly string[] = [
  '<p>Thank you, that helps. I come back to you tomorrow.</p>',
  '<p>Noted. Which term do you want to lead with?</p>',
  '<p>Yes, please go ahead.</p>',
  '<p>Not before Friday, I am afraid: our controller is away.</p>',
  '<p>I have asked the utility and hand on what they say.</p>',
  '<p>Could you send the figures as a table? <em>The last page was cut off.</em></p>',
]
