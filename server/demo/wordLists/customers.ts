/** From the first to the last value, both included. */
export type Range = readonly [from: number, to: number]

/** A kind of gas customer: names and sizes. */
interface CustomerKind {
  /** The second part of a name. */
  names: readonly string[]
  industry: string
  /** Codes of the industry, the best match first. */
  naics: readonly string[]
  type: 'Commercial' | 'Industrial' | 'Institutional' | 'Agricultural' | 'Public'
  /** The distribution of its gas usage over the year. */
  load: keyof typeof loadProfiles
  /** Dekatherms a year. */
  volume: Range
  employees: Range
  /** USD of revenue a year for each employee. */
  revenue: Range
  locations: Range
  founded: Range
}

/** The share of each month in a year's usage, January first. */
export const loadProfiles = {
  heating: [0.18, 0.155, 0.12, 0.07, 0.04, 0.02, 0.015, 0.015, 0.025, 0.07, 0.12, 0.17],
  mixed: [0.125, 0.115, 0.1, 0.08, 0.065, 0.055, 0.05, 0.05, 0.06, 0.08, 0.1, 0.12],
  flat: [0.087, 0.08, 0.086, 0.083, 0.084, 0.081, 0.079, 0.083, 0.082, 0.085, 0.084, 0.086],
  harvest: [0.06, 0.05, 0.055, 0.055, 0.05, 0.05, 0.05, 0.07, 0.15, 0.2, 0.15, 0.06],
  summer: [0.01, 0.01, 0.03, 0.09, 0.13, 0.15, 0.16, 0.155, 0.13, 0.095, 0.03, 0.01],
}

export const customerKinds: readonly CustomerKind[] = [
  {
    names: ['Regional Hospital', 'Medical Center', 'Memorial Hospital', 'Health System'],
    industry: 'General medical and surgical hospitals',
    naics: ['622110', '622310', '621493'],
    type: 'Institutional',
    load: 'heating',
    volume: [40_000, 420_000],
    employees: [600, 7_500],
    revenue: [120_000, 220_000],
    locations: [1, 14],
    founded: [1886, 1984],
  },
  {
    names: ['Paper Mill', 'Paperboard', 'Tissue Works', 'Packaging Mill'],
    industry: 'Paper and paperboard mills',
    naics: ['322120', '322130', '322211'],
    type: 'Industrial',
    load: 'flat',
    volume: [350_000, 4_200_000],
    employees: [120, 1_400],
    revenue: [350_000, 800_000],
    locations: [1, 4],
    founded: [1882, 1978],
  },
  {
    names: ['Steel Works', 'Forge', 'Foundry', 'Rolling Mill'],
    industry: 'Iron and steel mills, forging',
    naics: ['331110', '332111', '331511'],
    type: 'Industrial',
    load: 'flat',
    volume: [180_000, 3_600_000],
    employees: [80, 2_200],
    revenue: [280_000, 900_000],
    locations: [1, 5],
    founded: [1879, 1992],
  },
  {
    names: ['Foods', 'Dairy', 'Bakeries', 'Potato Products', 'Poultry'],
    industry: 'Food manufacturing',
    naics: ['311991', '311511', '311812', '311615'],
    type: 'Industrial',
    load: 'flat',
    volume: [30_000, 650_000],
    employees: [60, 2_600],
    revenue: [180_000, 520_000],
    locations: [1, 9],
    founded: [1894, 2009],
  },
  {
    names: ['University', 'College', 'State Campus', 'Polytechnic'],
    industry: 'Colleges and universities',
    naics: ['611310', '611210'],
    type: 'Institutional',
    load: 'heating',
    volume: [60_000, 900_000],
    employees: [350, 8_200],
    revenue: [70_000, 140_000],
    locations: [1, 6],
    founded: [1836, 1969],
  },
  {
    names: ['Greenhouses', 'Nurseries', 'Flower Growers', 'Tomato Farms'],
    industry: 'Greenhouse and nursery production',
    naics: ['111419', '111421', '111422'],
    type: 'Agricultural',
    load: 'heating',
    volume: [12_000, 310_000],
    employees: [15, 420],
    revenue: [60_000, 180_000],
    locations: [1, 5],
    founded: [1921, 2016],
  },
  {
    names: ['Brewing', 'Brewery', 'Distillers', 'Malting'],
    industry: 'Breweries and distilleries',
    naics: ['312120', '312140', '311213'],
    type: 'Industrial',
    load: 'flat',
    volume: [6_000, 240_000],
    employees: [12, 650],
    revenue: [160_000, 480_000],
    locations: [1, 4],
    founded: [1868, 2018],
  },
  {
    names: ['Glass Works', 'Container Glass', 'Fiberglass'],
    industry: 'Glass and glass products',
    naics: ['327212', '327213', '327993'],
    type: 'Industrial',
    load: 'flat',
    volume: [220_000, 2_400_000],
    employees: [90, 950],
    revenue: [220_000, 460_000],
    locations: [1, 3],
    founded: [1889, 1987],
  },
  {
    names: ['Unified Schools', 'School District', 'Public Schools'],
    industry: 'Elementary and secondary schools',
    naics: ['611110', '923110'],
    type: 'Public',
    load: 'heating',
    volume: [8_000, 190_000],
    employees: [140, 5_200],
    revenue: [60_000, 110_000],
    locations: [4, 62],
    founded: [1867, 1972],
  },
  {
    names: ['Laundry', 'Linen Service', 'Uniform Supply'],
    industry: 'Industrial laundries and linen supply',
    naics: ['812331', '812332', '812320'],
    type: 'Commercial',
    load: 'mixed',
    volume: [9_000, 120_000],
    employees: [35, 620],
    revenue: [60_000, 120_000],
    locations: [1, 8],
    founded: [1919, 2004],
  },
  {
    names: ['Asphalt', 'Paving Materials', 'Aggregates'],
    industry: 'Asphalt paving mixtures',
    naics: ['324121', '212321', '237310'],
    type: 'Industrial',
    load: 'summer',
    volume: [15_000, 260_000],
    employees: [18, 310],
    revenue: [260_000, 640_000],
    locations: [1, 11],
    founded: [1934, 2008],
  },
  {
    names: ['Data Center', 'Cogeneration', 'Energy Campus'],
    industry: 'Data processing and hosting, on-site generation',
    naics: ['518210', '221112'],
    type: 'Commercial',
    load: 'flat',
    volume: [150_000, 3_100_000],
    employees: [20, 260],
    revenue: [420_000, 1_400_000],
    locations: [1, 4],
    founded: [1998, 2022],
  },
  {
    names: ['Ceramics', 'Brick', 'Tile Works'],
    industry: 'Clay products and refractories',
    naics: ['327120', '327110'],
    type: 'Industrial',
    load: 'flat',
    volume: [45_000, 720_000],
    employees: [30, 540],
    revenue: [150_000, 340_000],
    locations: [1, 5],
    founded: [1891, 1996],
  },
  {
    names: ['Ethanol', 'Grain Drying', 'Soy Processing'],
    industry: 'Grain and oilseed milling, ethanol',
    naics: ['325193', '311224', '311211'],
    type: 'Agricultural',
    load: 'harvest',
    volume: [90_000, 2_100_000],
    employees: [28, 260],
    revenue: [700_000, 2_400_000],
    locations: [1, 7],
    founded: [1948, 2012],
  },
  {
    names: ['Chemical', 'Coatings', 'Resins', 'Fertilizer'],
    industry: 'Chemical manufacturing',
    naics: ['325199', '325510', '325211', '325311'],
    type: 'Industrial',
    load: 'flat',
    volume: [70_000, 3_800_000],
    employees: [45, 1_100],
    revenue: [380_000, 1_100_000],
    locations: [1, 6],
    founded: [1902, 2001],
  },
  {
    names: ['Resort', 'Hotels', 'Conference Center'],
    industry: 'Hotels and resorts',
    naics: ['721110', '531120'],
    type: 'Commercial',
    load: 'mixed',
    volume: [5_000, 90_000],
    employees: [40, 1_300],
    revenue: [55_000, 130_000],
    locations: [1, 12],
    founded: [1908, 2015],
  },
  {
    names: ['Senior Living', 'Care Homes', 'Village Communities'],
    industry: 'Continuing care and assisted living',
    naics: ['623311', '623312', '623110'],
    type: 'Institutional',
    load: 'heating',
    volume: [4_000, 70_000],
    employees: [60, 1_600],
    revenue: [50_000, 95_000],
    locations: [1, 18],
    founded: [1926, 2014],
  },
  {
    names: ['Transit Authority', 'Water District', 'Housing Authority'],
    industry: 'Public authorities',
    naics: ['926120', '221310', '925110'],
    type: 'Public',
    load: 'heating',
    volume: [10_000, 340_000],
    employees: [70, 2_900],
    revenue: [70_000, 190_000],
    locations: [2, 40],
    founded: [1907, 1991],
  },
]

/** The ending of a main company's name, and its structure. */
export const companyForms: readonly { ending: string; structure: string }[] = [
  { ending: 'LLC', structure: 'Limited liability company' },
  { ending: 'Inc.', structure: 'Corporation' },
  { ending: 'Corp.', structure: 'Corporation' },
  { ending: 'Co.', structure: 'Corporation' },
  { ending: 'LP', structure: 'Limited partnership' },
]
/** Public and charitable customers have names without an ending. */
export const nonprofitForm = { ending: '', structure: 'Nonprofit or public body' }

/** Endings of the further legal entities of a customer. */
export const affiliates = ['Energy Services', 'Holdings', 'Properties', 'Logistics', 'Cogeneration Partners']
