/**
 * Texts of notes, in the stored form of rich text. The first part of a note is about its owner, the second one fits
 * anywhere.
 */
export const noteOpenings = {
  opportunity: [
    '<p><strong>Called the plant.</strong> They still wait for the usage of two meters.</p>',
    '<p>Board meets on the second Tuesday; offers have to be in a week before.</p>',
    '<p>Pricing went out to four suppliers. <em>Two have asked for the interval data.</em></p>',
    '<p>The current contract renews by itself unless notice is given <u>90 days</u> ahead.</p>',
    '<p>Customer prefers one price for all sites, even if it costs a few cents.</p>',
    '<p>They want to see how the offer compares with staying at the utility.</p>',
    '<p>Credit came back clean; no deposit is needed.</p>',
    "<p>New boilers start in the fall, so last year's winter is no guide.</p>",
    '<p>Our fee is agreed. It stands in the offer as a line of its own.</p>',
    '<p>Competing with one other broker; decision by <strong>price and service</strong>, in this order.</p>',
  ],
  contact: [
    '<p>Best reached before nine. Does not read long mails.</p>',
    '<p>Signs up to one year alone; anything longer goes to the controller.</p>',
    "<p>Met at the regional energy buyers' forum, wants a quarterly market letter.</p>",
    '<p>On leave until the end of the month; the assistant forwards what is urgent.</p>',
    '<p><strong>Technical.</strong> Bring load curves, leave the slides at home.</p>',
    '<p>Has moved here from another customer of ours and was happy with us there.</p>',
  ],
  organization: [
    '<p>Invoices go to the parent company; the sites only approve them.</p>',
    '<p>Tax exempt in this state. The certificate is on file and ends next year.</p>',
    '<p>Two sites are for sale. Ask before pricing more than 24 months.</p>',
    '<p>Fiscal year ends in June, budgets are made in March.</p>',
    '<p>The legal name changed last year; older contracts show the former one.</p>',
    '<p>Runs on oil for up to ten days when the utility curtails.</p>',
  ],
  bid: [
    '<p>Supplier holds the price until four in the afternoon.</p>',
    '<p>Swing of 10 % is standard here; 25 % adds about two cents.</p>',
    '<p>Burner tip price includes the utility charge as of this month.</p>',
    '<p>Refresh asked for on Monday: the strip has moved by more than a dime.</p>',
    "<p>Volumes are those of the utility, <em>not</em> the customer's own list.</p>",
    '<p>Shorter term costs more this year; show both and say why.</p>',
  ],
} as const

export const noteClosings = [
  '',
  '',
  '',
  '<p>Next step is ours.</p>',
  '<p>Next step is theirs; remind them in two weeks.</p>',
  '<ul><li>Letter of authorization: signed</li><li>Usage history: asked for</li><li>Credit: open</li></ul>',
  '<ul><li>Price 12, 24 and 36 months</li><li>Show the fee apart</li><li>Copy the controller</li></ul>',
  '<ol><li>Send the comparison</li><li>Call on Thursday</li></ol>',
  '<blockquote>Whatever you send, send it as one page.</blockquote>',
  '<p>The tariff is at <a href="https://tariffs.example/gas" target="_blank" rel="noopener noreferrer">tariffs.example</a>.</p>',
  '<p>Nobody else has to be told before Friday.</p>',
  '<p>Numbers are in the file of the same date.</p>',
]
