export interface Person {
  id: number
  name: string
  address: string | null
  client_type?: string
}

/**
 * Names and languages of one origin, with its percentage of staff and clients. The percentages follow New South Wales: clients are
 * older generations of migrants, staff also recent ones.
 */
export interface Background {
  language: string
  staff: number
  clients: number
  first: string[]
  last: string[]
}

const words = (text: string) => text.trim().split(/\s+/)

const background = (language: string, staff: number, clients: number, first: string, last: string): Background => ({
  language,
  staff,
  clients,
  first: words(first),
  last: words(last),
})

export const backgrounds: Background[] = [
  background(
    'English',
    36,
    46,
    `Margaret John Patricia Robert Dorothy William Joan Kevin Judith Brian Shirley Graham Heather Barry Lorraine Kylie
     Jessica Daniel Emma Matthew Sarah Liam Chloe Jack Georgia Noel Beryl Keith Pauline Ross`,
    `Smith Jones Williams Brown Wilson Taylor Thompson White Martin Walker Harris Clarke Murphy Campbell Mitchell Kelly
     Robinson Edwards Fraser Doyle Sullivan Barker Hughes Gibson O'Brien`,
  ),
  background('Mandarin', 6, 6, 'Wei Mei Li Xiu Jun Hui Fang Yan Jing Hong', 'Wang Chen Li Zhang Liu Huang Zhao'),
  background('Cantonese', 4, 5, 'Kwok Siu Ka Wing Mei Chi Yuk Man', 'Wong Chan Lam Leung Ho Cheung'),
  background(
    'Arabic',
    7,
    9,
    'Fatima Ahmad Layla Elias Hanan George Samira Youssef Nadia Charbel',
    'Haddad Khoury Saad Nasser Mansour Hassan Azzi Farah',
  ),
  background(
    'Greek',
    3,
    8,
    'Maria Dimitrios Eleni Konstantinos Vasiliki Nikolaos Sofia Stavros',
    'Papadopoulos Georgiou Pappas Nikolaidis Dimitriou Karagiannis',
  ),
  background(
    'Italian',
    3,
    8,
    'Giuseppe Maria Antonio Rosa Salvatore Carmela Domenico Lucia Concetta',
    'Russo Ferraro Romeo Marino De-Luca Catalano Barbaro',
  ),
  background(
    'Vietnamese',
    6,
    7,
    'Thi Minh Hoa Thanh Lan Tuan Phuong Duc Huong',
    'Nguyen Tran Le Pham Vo Dang Bui Huynh',
  ),
  background(
    'Tagalog',
    9,
    4,
    'Maria Jose Rowena Marites Liza Ramon Cristina Analyn Eduardo',
    'Santos Reyes Cruz Bautista Garcia Mendoza Villanueva Dela-Cruz',
  ),
  background(
    'Nepali',
    10,
    1,
    'Sabina Bikash Anita Prakash Sushma Ramesh Asmita Nabin Sarita',
    'Shrestha Gurung Adhikari Thapa Karki Poudel',
  ),
  background('Hindi', 5, 3, 'Priya Arjun Anjali Rahul Sunita Kavita Vijay Deepak', 'Sharma Gupta Verma Joshi Mishra'),
  background('Punjabi', 4, 1, 'Harpreet Gurpreet Manjit Jaspreet Baljit', 'Singh Kaur Gill Dhillon'),
  background('Tamil', 2, 1, 'Lakshmi Meera Suresh Ganesh Shanthi', 'Krishnan Iyer Rajan Subramaniam'),
  background('Samoan', 3, 2, 'Sina Tavita Losa Malia Ioane', 'Faleafa Leota Fonoti Tuilagi'),
  background('Tongan', 2, 1, 'Sione Mele Semisi Lote', 'Taufa Vea Moala'),
  background(
    'Spanish',
    3,
    3,
    'Carmen Luis Rosa Miguel Elena Jorge Ximena Andrés',
    'Rojas Fernández Silva Muñoz González',
  ),
  background('Macedonian', 1, 3, 'Zoran Vesna Slavica Goran Blagoja', 'Petrovski Nikolovski Stojanovski'),
  background('Serbian', 1, 2, 'Dragan Ljubica Mirjana Milan', 'Jovanović Petrović Nikolić'),
]

/** A name in an email address: plain lower-case letters. */
export const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()
