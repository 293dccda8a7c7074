/** From the first to the last value, both included. */
export type Range = readonly [from: number, to: number]

/** A kind of gas customer: what its members are called, and how large they are. */
interface CustomerKind {
  /** What follows the invented part of the name. */
  names: readonly string[]
  industry: string
  type: 'Commercial' | 'Industrial' | 'Institutional' | 'Agricultural' | 'Public'
  /** Dekatherms a year. */
  volume: Range
  employees: Range
  /** USD of revenue a year for each employee. */
  revenue: Range
  locations: Range
  founded: Range
}

export const customerKinds: readonly CustomerKind[] = [
  {
    names: ['Regional Hospital', 'Medical Center', 'Memorial Hospital', 'Health System'],
    industry: 'General medical and surgical hospitals',
    type: 'Institutional',
    volume: [40_000, 420_000],
    employees: [600, 7_500],
    revenue: [120_000, 220_000],
    locations: [1, 14],
    founded: [1886, 1984],
  },
  {
    names: ['Paper Mill', 'Paperboard', 'Tissue Works', 'Packaging Mill'],
    industry: 'Paper and paperboard mills',
    type: 'Industrial',
    volume: [350_000, 4_200_000],
    employees: [120, 1_400],
    revenue: [350_000, 800_000],
    locations: [1, 4],
    founded: [1882, 1978],
  },
  {
    names: ['Steel Works', 'Forge', 'Foundry', 'Rolling Mill'],
    industry: 'Iron and steel mills, forging',
    type: 'Industrial',
    volume: [180_000, 3_600_000],
    employees: [80, 2_200],
    revenue: [280_000, 900_000],
    locations: [1, 5],
    founded: [1879, 1992],
  },
  {
    names: ['Foods', 'Dairy', 'Bakeries', 'Potato Products', 'Poultry'],
    industry: 'Food manufacturing',
    type: 'Industrial',
    volume: [30_000, 650_000],
    employees: [60, 2_600],
    revenue: [180_000, 520_000],
    locations: [1, 9],
    founded: [1894, 2009],
  },
  {
    names: ['University', 'College', 'State Campus', 'Polytechnic'],
    industry: 'Colleges and universities',
    type: 'Institutional',
    volume: [60_000, 900_000],
    employees: [350, 8_200],
    revenue: [70_000, 140_000],
    locations: [1, 6],
    founded: [1836, 1969],
  },
  {
    names: ['Greenhouses', 'Nurseries', 'Flower Growers', 'Tomato Farms'],
    industry: 'Greenhouse and nursery production',
    type: 'Agricultural',
    volume: [12_000, 310_000],
    employees: [15, 420],
    revenue: [60_000, 180_000],
    locations: [1, 5],
    founded: [1921, 2016],
  },
  {
    names: ['Brewing', 'Brewery', 'Distillers', 'Malting'],
    industry: 'Breweries and distilleries',
    type: 'Industrial',
    volume: [6_000, 240_000],
    employees: [12, 650],
    revenue: [160_000, 480_000],
    locations: [1, 4],
    founded: [1868, 2018],
  },
  {
    names: ['Glass Works', 'Container Glass', 'Fiberglass'],
    industry: 'Glass and glass products',
    type: 'Industrial',
    volume: [220_000, 2_400_000],
    employees: [90, 950],
    revenue: [220_000, 460_000],
    locations: [1, 3],
    founded: [1889, 1987],
  },
  {
    names: ['Unified Schools', 'School District', 'Public Schools'],
    industry: 'Elementary and secondary schools',
    type: 'Public',
    volume: [8_000, 190_000],
    employees: [140, 5_200],
    revenue: [60_000, 110_000],
    locations: [4, 62],
    founded: [1867, 1972],
  },
  {
    names: ['Laundry', 'Linen Service', 'Uniform Supply'],
    industry: 'Industrial laundries and linen supply',
    type: 'Commercial',
    volume: [9_000, 120_000],
    employees: [35, 620],
    revenue: [60_000, 120_000],
    locations: [1, 8],
    founded: [1919, 2004],
  },
  {
    names: ['Asphalt', 'Paving Materials', 'Aggregates'],
    industry: 'Asphalt paving mixtures',
    type: 'Industrial',
    volume: [15_000, 260_000],
    employees: [18, 310],
    revenue: [260_000, 640_000],
    locations: [1, 11],
    founded: [1934, 2008],
  },
  {
    names: ['Data Center', 'Cogeneration', 'Energy Campus'],
    industry: 'Data processing and hosting, on-site generation',
    type: 'Commercial',
    volume: [150_000, 3_100_000],
    employees: [20, 260],
    revenue: [420_000, 1_400_000],
    locations: [1, 4],
    founded: [1998, 2022],
  },
  {
    names: ['Ceramics', 'Brick', 'Tile Works'],
    industry: 'Clay products and refractories',
    type: 'Industrial',
    volume: [45_000, 720_000],
    employees: [30, 540],
    revenue: [150_000, 340_000],
    locations: [1, 5],
    founded: [1891, 1996],
  },
  {
    names: ['Ethanol', 'Grain Drying', 'Soy Processing'],
    industry: 'Grain and oilseed milling, ethanol',
    type: 'Agricultural',
    volume: [90_000, 2_100_000],
    employees: [28, 260],
    revenue: [700_000, 2_400_000],
    locations: [1, 7],
    founded: [1948, 2012],
  },
  {
    names: ['Chemical', 'Coatings', 'Resins', 'Fertilizer'],
    industry: 'Chemical manufacturing',
    type: 'Industrial',
    volume: [70_000, 3_800_000],
    employees: [45, 1_100],
    revenue: [380_000, 1_100_000],
    locations: [1, 6],
    founded: [1902, 2001],
  },
  {
    names: ['Resort', 'Hotels', 'Conference Center'],
    industry: 'Hotels and resorts',
    type: 'Commercial',
    volume: [5_000, 90_000],
    employees: [40, 1_300],
    revenue: [55_000, 130_000],
    locations: [1, 12],
    founded: [1908, 2015],
  },
  {
    names: ['Senior Living', 'Care Homes', 'Village Communities'],
    industry: 'Continuing care and assisted living',
    type: 'Institutional',
    volume: [4_000, 70_000],
    employees: [60, 1_600],
    revenue: [50_000, 95_000],
    locations: [1, 18],
    founded: [1926, 2014],
  },
  {
    names: ['Transit Authority', 'Water District', 'Housing Authority'],
    industry: 'Public authorities',
    type: 'Public',
    volume: [10_000, 340_000],
    employees: [70, 2_900],
    revenue: [70_000, 190_000],
    locations: [2, 40],
    founded: [1907, 1991],
  },
]

/** The two halves of invented place names that no town and no firm is known by. */
export const nameBeginnings = [
  ...['Lark', 'Quill', 'Thistle', 'Bramble', 'Fenni', 'Harrow', 'Wren', 'Sorrel', 'Tarn', 'Marlo'],
  ...['Corrin', 'Dunla', 'Ember', 'Farrow', 'Gannet', 'Hollin', 'Ister', 'Jessa', 'Kestrel', 'Lanner'],
  ...['Merri', 'Nether', 'Orrin', 'Pender', 'Quarrel', 'Rudder', 'Saffron', 'Teasel', 'Umber', 'Varley'],
  ...['Willet', 'Yarrow', 'Zephyr', 'Aldren', 'Bodkin', 'Calder', 'Drover', 'Elder', 'Furze', 'Gorse'],
]
export const nameEndings = [
  ...['field', 'moor', 'dene', 'wick', 'mere', 'combe', 'holt', 'stead', 'garth', 'fold'],
  ...['beck', 'croft', 'thorpe', 'shaw', 'lea', 'gate', 'bourne', 'cote', 'den', 'march'],
]

/** How the main company of a customer ends its name, and what its structure is called. */
export const companyForms: readonly { ending: string; structure: string }[] = [
  { ending: 'LLC', structure: 'Limited liability company' },
  { ending: 'Inc.', structure: 'Corporation' },
  { ending: 'Corp.', structure: 'Corporation' },
  { ending: 'Co.', structure: 'Corporation' },
  { ending: 'LP', structure: 'Limited partnership' },
]
/** Public and charitable customers are named without an ending. */
export const nonprofitForm = { ending: '', structure: 'Nonprofit or public body' }

/** The further legal entities of a customer that has several. */
export const affiliates = ['Energy Services', 'Holdings', 'Properties', 'Logistics', 'Cogeneration Partners']

/** From where the brokerage knows an organization. */
export const contactSources = [
  'Referral',
  'Trade show',
  'Credit bureau',
  'Web inquiry',
  'Cold call',
  'Past customer',
]
